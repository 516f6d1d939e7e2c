import { createPatterns } from '../src';
import { findByRules } from '../src/rules';

const found = (text: string): string[] =>
  findByRules(text, 'all').map(({ start, end, tag }) => `${tag} ${text.slice(start, end)}`);

describe('rules', () => {
  it.each([
    ['write to jane.doe+x@mail.example.org, please', 'EMAIL jane.doe+x@mail.example.org'],
    ['<ÄNNE@müller.example>', 'EMAIL ÄNNE@müller.example'],
    ['mail me (a@b.co).', 'EMAIL a@b.co'],
    ['IBAN DE89 3704 0044 0532 0130 00 please', 'IBAN DE89 3704 0044 0532 0130 00'],
    ['my iban is gb82west12345698765432.', 'IBAN gb82west12345698765432'],
    ['card 4111 1111 1111 1111 exp 12/29', 'CREDIT_CARD 4111 1111 1111 1111'],
    ['card 4111111111111111', 'CREDIT_CARD 4111111111111111'],
    ['amex 3782-822463-10005', 'CREDIT_CARD 3782-822463-10005'],
    ['master 5555555555554444.', 'CREDIT_CARD 5555555555554444'],
    ['SSN: 219-09-9999', 'SSN 219-09-9999'],
    ['his ssn is 219099999', 'SSN 219099999'],
    ['from 192.168.10.254 to', 'IP_ADDRESS 192.168.10.254'],
    ['[2001:db8::8a2e:370:7334]', 'IP_ADDRESS 2001:db8::8a2e:370:7334'],
    ['call +44 20 7946 0958 now', 'PHONE +44 20 7946 0958'],
    ['phone: (212) 555-0187 x44', 'PHONE (212) 555-0187 x44'],
    ['Tel. 030 901820', 'PHONE 030 901820'],
    ['212-555-0187', 'PHONE 212-555-0187'],
    ['Please ring or call 61 905 377', 'PHONE 61 905 377'],
    ['31 604 817 2290 office', 'PHONE 31 604 817 2290'],
    ['lamp,751-555-0142,b', 'PHONE 751-555-0142'],
    ['Phone: 03.41.88.52.60', 'PHONE 03.41.88.52.60'],
    ['Fax 41-63-70-15', 'PHONE 41-63-70-15'],
    ['passport no. C01X00T47', 'PASSPORT C01X00T47'],
    ['paszport K20413377', 'PASSPORT K20413377'],
    ["My driver's license number is F25592150094", 'DRIVER_LICENSE F25592150094'],
    ['bank account number 12345678', 'BANK_ACCOUNT 12345678'],
    ['BLZ 370 400 44 bei', 'BANK_ACCOUNT 370 400 44'],
    ['Bankleitzahl: 37040044', 'BANK_ACCOUNT 37040044'],
    ['Kto. 532013000,', 'BANK_ACCOUNT 532013000'],
    ['Konto-Nr. 0532 0130 00', 'BANK_ACCOUNT 0532 0130 00'],
    ['sort code 20-45-67', 'BANK_ACCOUNT 20-45-67'],
    ['Sort code: 20 45 67;', 'BANK_ACCOUNT 20 45 67'],
    ['account no. 4321 8765', 'BANK_ACCOUNT 4321 8765'],
    ['ABA routing number 021000021', 'BANK_ACCOUNT 021000021'],
    ['MRN: 00123456', 'MEDICAL_RECORD 00123456'],
    ['password: hunter2!x', 'PASSWORD hunter2!x'],
    ['Passwort ist Geheim#77.', 'PASSWORD Geheim#77'],
    ['username: jdoe_81', 'USERNAME jdoe_81'],
    ['order,4111111111111111,12/27,EUR', 'CREDIT_CARD 4111111111111111'],
    ['12,4111111111111111,EUR', 'CREDIT_CARD 4111111111111111'],
    ['[1,5555555555554444]', 'CREDIT_CARD 5555555555554444'],
    ['Card no.4111111111111111.', 'CREDIT_CARD 4111111111111111'],
    ['diners 3056 930902 5904', 'CREDIT_CARD 3056 930902 5904'],
    ['paid with 2026 4111 1111 1111 1111 today', 'CREDIT_CARD 4111 1111 1111 1111'],
    ['IBAN DE89 3704 0044 0532 0130 00 04.09.2026', 'IBAN DE89 3704 0044 0532 0130 00'],
    ['NO93 8601 1117 947 2024-05-01', 'IBAN NO93 8601 1117 947'],
    ['IBAN: DE89 3704 0044 0532 0130 01', 'IBAN DE89 3704 0044 0532 0130 01'],
    ['2026-09-04 415-555-0123 00:12:31 in', 'PHONE 415-555-0123'],
    ['fax 030 901820 12.03.2024', 'PHONE 030 901820'],
    ['+44 20 7946 0958 12:30', 'PHONE +44 20 7946 0958'],
    ['pw: geheim99!', 'PASSWORD geheim99!'],
    ['Kennwort: Sommerwind', 'PASSWORD Sommerwind'],
    ['mot de passe : azerty!', 'PASSWORD azerty!'],
    ['User: jdoe77', 'USERNAME jdoe77'],
    ['Diagnose, geboren am 12.03.1975 in Oslo', 'DATE_OF_BIRTH 12.03.1975'],
    ['born on March 3, 1980', 'DATE_OF_BIRTH March 3, 1980'],
    ['née à Lyon le 3 mars 1980', 'DATE_OF_BIRTH 3 mars 1980'],
    ['nacida el 5 de mayo de 1990', 'DATE_OF_BIRTH 5 de mayo de 1990'],
    ['nato a Roma il 03/04/1971', 'DATE_OF_BIRTH 03/04/1971'],
    ['geboortedatum: 4 juni 1955', 'DATE_OF_BIRTH 4 juni 1955'],
    ['ur. 12.03.1975', 'DATE_OF_BIRTH 12.03.1975'],
    ['nascida em 7 de julho de 1988', 'DATE_OF_BIRTH 7 de julho de 1988'],
    ['(*12.03.1975)', 'DATE_OF_BIRTH 12.03.1975'],
    ['Date de naissance : 8 octobre 1981', 'DATE_OF_BIRTH 8 octobre 1981'],
    ['Geb.-Datum: 12.03.1975', 'DATE_OF_BIRTH 12.03.1975'],
    ['license plate AB12 CDE', 'LICENSE_PLATE AB12 CDE'],
    ['amtliches Kennzeichen: HH-AB 123E', 'LICENSE_PLATE HH-AB 123E'],
    ['immatriculée AB-123-CD', 'LICENSE_PLATE AB-123-CD'],
    ['matrícula 1234 BCD', 'LICENSE_PLATE 1234 BCD'],
    ['targa AB123CD', 'LICENSE_PLATE AB123CD'],
    ['kenteken 12-ABC-3', 'LICENSE_PLATE 12-ABC-3'],
    ['o numerze rejestracyjnym WE 07420', 'LICENSE_PLATE WE 07420'],
    ['NHS no. 943 476 5919', 'MEDICAL_RECORD 943 476 5919'],
    ['Login doe_62, host 4', 'USERNAME doe_62'],
    ['Anruf unter 0171 - 9191682', 'PHONE 0171 - 9191682'],
    ['llame al 91 256 7914', 'PHONE 91 256 7914'],
    ['tél 06.40.31.91.54', 'PHONE 06.40.31.91.54'],
  ])('find the value in %p', (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it.each([
    'jane.doe@localhost',
    '@handle and a@ b.com',
    'DE89 3704 0044 0532 0130 01',
    '4111 1111 1111 1112',
    'order 4111-1111-1111',
    '9111111111111114',
    'SSN 666-12-3456 and 000-12-3456 and 900-12-3456',
    'item number 219-09-9999',
    '256.1.1.1 and 1.2.3.4.5',
    'version 10.2.3.4',
    '12:30:45 and a::b and std::vector',
    '0.0813000000000',
    '2024-05-14 10:22',
    'call on 14-05-2024, or fax by 31.12.24',
    'phone price 1,751.50',
    'The password is required. Password: string',
    'the driver is SKU-4563',
    'ISBN 978-3-16-148410-0',
    '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12',
    'EAN 4006381330060 in stock, GTIN: 5011100000010',
    'IMEI 378282246310005',
    'weight 0,4111111111111111',
    '1.5555555555554444',
    '4111\t1111\t1111\t1111\t2345',
    '"packageVersion":"10.4.22.7", AssemblyVersion("1.4.2.0")',
    'section 3.2.1.4, § 4.1.2.3 und 4.1.2.5, Kapitel 1.2.3.4',
    'Chrome/12.0.7.1 and lib-1.2.3.4.jar',
    'logo@2x.png icon@3x.webp lodash@4.17.21.tgz',
    'GSM 850/900/1800/1900 MHz',
    'these films reach 250000 people a month',
    'call volume 1200000 calls, mobile 100000-200000',
    'the office sold 1 250 000 units',
    'Password: required. Password: Forgot?',
    'user: Admin, user: the owner',
    'The product was born in 2010. Meeting on 12.03.2024.',
    'versie 10.4.22.7, wersji 10.4.22.8, versión 1.2.3.4',
    'plate 12, registration number pending',
    'driver 3.2.1.4 and kernel 5.1.0.18',
  ])('leave %p alone', (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    ['ES', '12345678Z', '12345678A'],
    ['ES (foreigners)', 'X1234567L', 'X1234567M'],
    ['IT', 'RSSMRA85T10A562S', 'RSSMRA85T10A562T'],
    ['GB', 'AB123456C', 'DQ123456C'],
    ['FI', '131052-308T', '131052-308U'],
    ['SE', '811228-9874', '811228-9875'],
    ['BR', '390.533.447-05', '390.533.447-06'],
    ['BE', '85.07.30-033.28', '85.07.30-033.29'],
    ['CH', '756.9217.0769.85', '756.9217.0769.84'],
    ['CL', '12.531.909-2', '12.531.909-3'],
    ['AR', '20-05536168-2', '20-05536168-3'],
    ['CN', '11010519491231002X', '110105194912310021'],
    ['IN', '2341 2341 2346', '2341 2341 2347'],
    ['KR', '971013-9019902', '971013-9019903'],
    ['CZ', '710319/2745', '710319/2746'],
    ['MX', 'BOXW310820HNERXN09', 'BOXW310820HNERXN08'],
    ['FR', '295109912611193', '295109912611194'],
    ['FR with blanks', '2 95 10 99 126 111 93', '2 95 10 99 126 111 94'],
    ['DE (pension)', '65170839J003', '65170839J004'],
    ['DE (pension) with blanks', '65 170839 J 003', '65 170839 J 004'],
    ['GB with blanks', 'AB 12 34 56 C', 'DQ 12 34 56 C'],
    ['ES with dots', '12.345.678-Z', '12.345.678-A'],
    ['ES with a blank', '12345678 Z', '12345678 A'],
    ['IT with blanks', 'RSSMRA 85T10 A562S', 'RSSMRA 85T10 A562T'],
  ])('tell national ids of %s by their check digits', (_, right, wrong) => {
    expect(found(`his id ${right} is here`)).toEqual([`NATIONAL_ID ${right}`]);
    expect(found(`his id ${wrong} is here`)).toEqual([]);
  });

  it.each([
    ['PESEL 44051401359', '44051401359'],
    ['Steuer-ID 36574261809', '36574261809'],
    ['BSN 111222333', '111222333'],
    ['CPF 39053344705', '39053344705'],
    ['EGN 7523169263', '7523169263'],
    ['OIB 33392005961', '33392005961'],
    ['KVNR A123456780', 'A123456780'],
    ['Sozialversicherungsnummer 1237 010180', '1237 010180'],
    ['Ausweisnummer L01X00T471', 'L01X00T471'],
    ['BSN 1112.22.333', '1112.22.333'],
  ])('need a cue word for bare digits: %p', (text, number) => {
    expect(found(text)).toEqual([`NATIONAL_ID ${number}`]);
    expect(found(`about ${number} things`)).toEqual([]);
  });

  it('keep their spans sorted and apart when values touch each other', () => {
    const text = 'a@b.example;4111111111111111;DE89370400440532013000;192.168.0.1,+442079460958';
    expect(found(text)).toEqual([
      'EMAIL a@b.example',
      'CREDIT_CARD 4111111111111111',
      'IBAN DE89370400440532013000',
      'IP_ADDRESS 192.168.0.1',
      'PHONE +442079460958',
    ]);
  });

  it('of the engine `patterns` leave out what only cue words give away', async () => {
    const text = 'MRN: 00123456, password: hunter2!x, card 4111111111111111';
    const [spans] = await createPatterns().find([text], new AbortController().signal);
    expect(spans).toEqual([{ start: 41, end: 57, tag: 'CREDIT_CARD' }]);
  });
});
