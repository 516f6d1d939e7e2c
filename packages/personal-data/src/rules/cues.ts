/**
 * Words that announce a value, by the kind of value. PARTY stands for people in letters and orders, GOODS for
 * products, whose names are not names of persons. In lower case, without accents, in several languages.
 */
const CUE_WORDS = {
  PHONE:
    'phone phones telephone tel telefon telefono telefone telefoon telefonnummer tlf fax mobile cellphone ' +
    'mobil movil celular handynummer gsm call calling called reach answering answer sms whatsapp ' +
    'hotline voicemail office landline rufnummer durchwahl puhelin phonenumber cell handy ph mobilnummer mobiltelefon ' +
    'telefaks faks telefonu telefonnr telnr telefonno faxnummer rueckruf ruckruf whatsappnummer telephonique ' +
    'chiamarmi richiamarmi chiamatemi contattarmi contattare kontakt kontaktu kontaktowy zadzwoni dzwoni contacter llame llamar llamada llamenos appeler appelez rappeler joindre chiamare chiamate richiamare bel bellen terugbellen ' +
    'zadzwon zadzwonic dzwonic oddzwonic anrufen anruf erreichbar erreichen ruckfragen ring ligar ligue contacto ' +
    'cellulare portable telemovel komorka komorkowy movel celulare тел телефон 電話 携帯 τηλ τηλεφωνο',
  SSN: 'ssn ssns',
  NATIONAL_ID:
    'national nationalid nino nie dni nif nip cpf bsn pesel steuer steuerid steuernummer idnr sin tfn aadhaar ' +
    'aadhar nid personnummer personennummer henkilotunnus fiscal fiscale fiscaal tax taxpayer tin cnp egn oib ' +
    'rut run nric tckn kimlik citizen insurance ahv avs insee nir curp amka jmbg cnpj cuit cuil identity ' +
    'identification identitatsnummer personalausweis personalausweisnummer ausweis ausweisnummer ausweisnr kvnr ' +
    'krankenversichertennummer versichertennummer versichertennr krankenversicherungsnummer krankenkasse ' +
    'sozialversicherungsnummer rentenversicherungsnummer svnr sv svn rvnr sozialversicherung burgerservicenummer ' +
    'sofinummer securite seguridad nss seguranca niss utente contribuinte codice steueridentifikationsnummer ' +
    'medicare medicaid cni carta identitaetskarte identiteitskaart dowod cedula isikukood rijksregister rodne kennitala',
  PASSPORT: 'passport passports reisepass passnummer passeport pasaporte passaporto passaporte paspoort',
  DRIVER_LICENSE:
    'driver drivers driving dl fuhrerschein fuhrerscheinnummer conduire conducir patente rijbewijs korkort ' +
    'licencia permis',
  BANK_ACCOUNT:
    'bank banking account acct konto kontonummer kontonr bankverbindung routing sort compte cuenta conto ' +
    'rekening rekeningnummer conta checking savings aba',
  MEDICAL_RECORD:
    'mrn medical patient patients krankenakte patientennummer patientenakte chart hospital paciente dossier ' +
    'paziente patientnumber nhs',
  BIRTH:
    'birth born birthday birthdate dob geboren geburtsdatum geburtstag geb naissance nee ne nacimiento nacido ' +
    'nacida nascita nato nata nascimento geboortedatum fodt fodd urodzenia narozeni',
  USER: 'username usernames user users login log logged signin userid benutzername benutzer utilisateur usuario utente handle nickname screenname alias',
  NAME:
    'name names named nom nombre nome naam vorname nachname surname firstname lastname contact ' +
    'hi hello mr mrs ms miss dr prof herr frau madame monsieur sr sra',
  ADDRESS:
    'address addresses adresse anschrift direccion indirizzo endereco adres adress lives living live resides ' +
    'residing ship deliver delivery shipping billing mail zip postcode postal street corner wohnhaft wohnt',
  PARTY:
    'dear attn signed regards sincerely customer invoice bill billed recipient buyer cardholder confirmation employee ' +
    'tenant applicant kunde kundin kundennummer rechnung rechnungsadresse lieferadresse facture cliente ' +
    'pedido bestellung klant klient',
  GOODS:
    'price prices sku color colors colour size sizes material materials description product products brand features ' +
    'inch inches pack warranty washable cotton polyester steel stainless leather nylon plastic fabric waterproof ' +
    'adjustable compatible battery wireless usb hdmi bluetooth dimensions weight upc imported assembly includes ' +
    'included collection style durable lightweight title item items kit ounce oz lb lbs watt watts volt mah gb mm cm ' +
    'finish resistant capacity model category categories width height diameter manufacturer retail stock quantity qty ' +
    'black white blue green grey gray pink purple beige navy dvd paperback hardcover widescreen starring movie film films game games gameplay player players ' +
    'xbox playstation nintendo genre subtitle subtitles episode episodes rated runtime novel series cd album ' +
    'men mens women womens ' +
    'kids toddler set bag bottle tool tools sku slug image case cover holder replacement genuine oem waist sleeve fit zipper ' +
    'shirt pants jacket hoodie tee tank shorts shoes toy toner cartridge printer lens sofa pillow mattress jewelry',
} as const;

/** Kind of value that a cue word announces. */
export type CueKind = keyof typeof CUE_WORDS;

/** The kinds in a fixed order, which the weights of the tagger depend on; it numbers them from 1. */
export const CUE_KINDS = Object.keys(CUE_WORDS) as CueKind[];

/** Cue words with their kinds: keys in lower case and without accents. */
export const CUES: ReadonlyMap<string, CueKind> = new Map(
  CUE_KINDS.flatMap((kind) => CUE_WORDS[kind].split(' ').map((word) => [word, kind] as const)),
);

/** Cues of the rules that the lexicon of the tagger does not have. */
const ruleCues: ReadonlyMap<string, CueKind> = new Map([
  ['paszport', 'PASSPORT'],
  ['paszportu', 'PASSPORT'],
  ['paspoortnummer', 'PASSPORT'],
  ['reisepassnummer', 'PASSPORT'],
  ['dowodu', 'NATIONAL_ID'],
  ['blz', 'BANK_ACCOUNT'],
  ['bankleitzahl', 'BANK_ACCOUNT'],
  ['kto', 'BANK_ACCOUNT'],
  ['ktonr', 'BANK_ACCOUNT'],
  ...'tfno telf tlfno tfn fijo localizable mov cel fisso recapito utenza reperibile kom stacjonarny telefonicznie telefonicamente telefonisch natel festnetz mobiel bereikbaar bereiken joignable fixe mob voicemails handynr mobilnr mobiltel gsmnummer telefonico'
    .split(' ')
    .map((word) => [word, 'PHONE'] as const),
]);

/** Cues that the rules use; the others serve only the tagger. */
const announcing: ReadonlySet<CueKind> = new Set<CueKind>([
  'PHONE',
  'SSN',
  'NATIONAL_ID',
  'PASSPORT',
  'DRIVER_LICENSE',
  'BANK_ACCOUNT',
  'MEDICAL_RECORD',
]);

/** Cues of everyday language, which stand before other numbers as well. */
const weakPhoneCues: ReadonlySet<string> = new Set(
  'kom fijo fisso mov fixe utenza cel mob bereiken mobiel kontakt kontaktu contacter contattare call calling called reach answering answer office contact sms gsm mobile cellular cell portable handy ph'.split(
    ' ',
  ),
);

/** Words before numbers of things. */
const otherNumbers: ReadonlySet<string> = new Set(
  (
    'item sku model part order invoice product isbn issn upc ean gtin asin dpci serial version style article lot ' +
    'batch ref reference ticket case bestellnummer artikel artikelnummer rechnung seite page vin imei po ' +
    'auftrag auftragsnummer rechnungsnummer seriennummer teilenummer chargennummer charge commande facture ' +
    'pedido factura articulo referencia ordine fattura articolo codice bestelling factuur fatura encomenda ' +
    'zamowienie faktura tracking sendungsnummer barcode'
  ).split(' '),
);

/** `my number`, `ihre Nummer`, `jego numer`: numbers of persons, directly before a value. */
const ownNumber =
  /(?<!\p{L})(?:my|your|his|her|their|meine|deine|seine|ihre|unsere|mon|ton|son|votre|leur|notre|mi|tu|su|nuestro|mio|tuo|suo|vostro|mijn|jouw|zijn|haar|ons|m[óo]j|tw[óo]j|jego|jej|nasz)\s(?:number|nummer|num[ée]ro|n[úu]mero|numer)\s?(?:is|ist|lautet|est|es|è|to|jest)?\s?:?\s?$/iu;
const ownNumberReach = 32;
const beforeCharsMax = 64;
const beforeWordsMax = 7;
const afterCharsMax = 16;

/** A cue word near a value. */
export interface Cue {
  kind: CueKind;
  /** Number of words between cue and value. */
  away: number;
  /** Whether the word is also one of everyday language. */
  isWeak: boolean;
}

/** The kind of the cue near a value (`cueBeside`); null without one. */
export function cueNear(text: string, start: number, end: number): CueKind | null {
  return cueBeside(text, start, end)?.kind ?? null;
}

/**
 * The nearest cue before a value: within 7 words and 64 characters. Without one, a cue directly after the
 * value on the same line ("555 0100 office").
 */
export function cueBeside(text: string, start: number, end: number): Cue | null {
  const before = wordsOf(text.slice(Math.max(0, start - beforeCharsMax), start));
  for (let back = 1; back <= Math.min(beforeWordsMax, before.length); back++) {
    const word = before[before.length - back]!;
    if (otherNumbers.has(word)) return null;
    const kind = CUES.get(word) ?? ruleCues.get(word);
    if (kind === undefined || !announcing.has(kind)) continue;
    // Drivers are also people who drive, and software.
    if (
      kind === 'DRIVER_LICENSE' &&
      word.startsWith('driv') &&
      !before.some((other) => /^licen[cs]e|^permit/.test(other))
    )
      continue;
    return { kind, away: back - 1, isWeak: weakPhoneCues.has(word) };
  }
  if (ownNumber.test(text.slice(Math.max(0, start - ownNumberReach), start)))
    return { kind: 'PHONE', away: 0, isWeak: false };
  if (before.includes('social')) return { kind: 'SSN', away: 1, isWeak: false };
  const [after] = wordsOf(text.slice(end, end + afterCharsMax).split('\n', 1)[0]!);
  const kind = after === undefined ? undefined : CUES.get(after);
  return kind === 'PHONE' ? { kind, away: 0, isWeak: weakPhoneCues.has(after!) } : null;
}

/** Whether the word directly before a value marks it as the number of a thing ("Item #", "DPCI:"). */
export function isNumberOfThing(text: string, start: number): boolean {
  const before = wordsOf(
    text
      .slice(Math.max(0, start - beforeCharsMax / 2), start)
      .split('\n')
      .at(-1)!,
  ).slice(-3);
  return before.some((word) => otherNumbers.has(word));
}

/** Words in lower case and without accents. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return folded.match(/\p{L}+/gu) ?? [];
}
