import { createClassifier, type PiiWishes } from '../src';

const { signal } = new AbortController();

/** Vectors of words by their letters: texts with common words are similar. */
const embedWords = (texts: readonly string[]): Promise<Float32Array[]> =>
  Promise.resolve(
    texts.map((text) => {
      const vector = new Float32Array(512);
      for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
        vector[Array.from(word).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 512, 7)]! += 1;
      return vector;
    }),
  );

async function mask(text: string, wishes: Partial<PiiWishes> = {}): Promise<string> {
  const engine = createClassifier({ fields: [], instructions: null, ...wishes }, { embed: embedWords });
  const [spans] = await engine.find([text], signal);
  return [...spans!]
    .reverse()
    .reduce((masked, { start, end, tag }) => `${masked.slice(0, start)}<${tag}>${masked.slice(end)}`, text);
}

describe('the classifier', () => {
  it('masks names in lists of persons, and no entries of lists of other things', async () => {
    const board =
      'Satya Nadella\nReid Hoffman\nHugh Johnston\nPenny Pritzker\nCharles Scharf\nJohn W. Stanton\nEmma Walmsley\nMark Mason';
    expect((await mask(board)).match(/<PERSON>/g)!.length).toBeGreaterThanOrEqual(7);
    const firms =
      'Fairchild\nFreescale\nMaxwell Technologies\nSun Microsystems\nEddie Bauer\nJones Soda\nNordstrom\nStarbucks\nDarigold\nSolectron';
    expect(await mask(firms)).toBe(firms);
  });

  it.each([
    ['My name is Anna Kowalski and I live in Berlin.', 'My name is <PERSON> and I live in Berlin.'],
    ['Please call Mr. Thompson on Friday.', 'Please call <PERSON> on Friday.'],
    ['please send it to 12 Oak Street, Springfield, IL 62704', 'please send it to <ADDRESS>'],
    ['He was born on 12 March 1975 in Oslo.', 'He was born on <DATE_OF_BIRTH> in Oslo.'],
    ['Date of birth: 1980-04-23', 'Date of birth: <DATE_OF_BIRTH>'],
    ['Mr. Thornton called. Ms Price and Frau Kühn came.', '<PERSON> called. <PERSON> and <PERSON> came.'],
    ['Sehr geehrte Frau Prof. Dr. Nguyen!', 'Sehr geehrte <PERSON>!'],
    ['Beste mevrouw de Vries,\nde rekening', 'Beste <PERSON>,\nde rekening'],
    ['Ik sprak met mevrouw van den Berg.', 'Ik sprak met <PERSON>.'],
    ['Sehr geehrte Frau Dr. zu Guttenberg,', 'Sehr geehrte <PERSON>,'],
    ['Estimado Sr. de la Fuente:', 'Estimado <PERSON>:'],
    ['Lindenstr. 12 10969 Berlin Dear Ms Kowalski,', '<ADDRESS> Dear <PERSON>,'],
    ['Hallo Roswitha,\nder Zähler steht', 'Hallo <PERSON>,\nder Zähler steht'],
    ['Dear Ms O’Leary-Kane,\nthank you', 'Dear <PERSON>,\nthank you'],
    ['IBAN: DE89370400440532013000.', 'IBAN: <IBAN>.'],
    ['Kind regards,\nRhys Boakye', 'Kind regards,\n<PERSON>'],
    ['09:12 Wanjiku: who has the list?', '09:12 <PERSON>: who has the list?'],
    ['Approved by A. Thornton and P. K. Nakamura.', 'Approved by <PERSON> and <PERSON>.'],
    ['Lee Wong | IT | 4th floor', '<PERSON> | IT | 4th floor'],
    ['Die Mandantin klagt. Ansprechpartner Heike.', 'Die Mandantin klagt. Ansprechpartner <PERSON>.'],
    ['Wir überweisen Ihnen Roswitha Kühn am Montag Geld.', 'Wir überweisen Ihnen <PERSON> am Montag Geld.'],
    ['[09:12] Rhys: who has the list?', '[09:12] <PERSON>: who has the list?'],
    [
      'Complaint about pump P-204\n\nFrom: Martha Okafor <martha.okafor@example.com>',
      'Complaint about pump P-204\n\nFrom: <PERSON> <<EMAIL>>',
    ],
    ['Bien à vous\nSoo-ah', 'Bien à vous\n<PERSON>'],
    ['wohnhaft Hauptstr. 148, 26123 Oldenburg, bestätige', 'wohnhaft <ADDRESS>, bestätige'],
    ['con domicilio en Paseo de Gracia 43, 41004 Sevilla, declaro', 'con domicilio en <ADDRESS>, declaro'],
    ['wonende te Prinsengracht 23, 1016 HK Amsterdam, verklaart', 'wonende te <ADDRESS>, verklaart'],
    ['Diagnose: Hypertonie. Die Mandantin klagt.', 'Diagnose: Hypertonie. Die Mandantin klagt.'],
  ])('masks %p', async (text, masked) => {
    expect(await mask(text)).toBe(masked);
  });

  it.each([
    'The meeting is on 12 March 2025 in Oslo.',
    'title: Calvin Klein Slim Fit Cotton Shirt, White, Size L\nprice: 39.95\ncolor: White',
    'SELECT name, price FROM products WHERE size > 10',
    'Total revenue grew by 12 % in the third quarter.',
    '=SUM(A1:A20)',
    'aus dem 2. OG meldet Schimmel im Bad, Wohnung 14',
    'Nome | Reparto | Interno\nAcquisti | Magazzino | 44',
    'z. B. Mietvertrag, d. h. Vertrag',
    '09:12 ERROR: disk full',
    'Dear customer,\nHello all!\nMadame, Monsieur,',
    'Monsieur le Président de la commune. Der Herr der Ringe. De heer van het huis.',
    'Complaint about pump P-204\n\nFrom: the board',
    'On account of 300 400 people in the city, of 20 45 67 a konto was made.',
    'Oh! mother, weep not, for the day is near.',
    'PACKED | WM-OTRAN-CD1 | 1\nPACKED | WM-OTRAN-CD2 | 1',
    'The Magnetic Tape/Selectric Typewriter came in 1964.',
    'T. Rowe Price International holds shares, said the U.S. Securities and Exchange Commission.',
    'The Model 33 ASR Teletype was a terminal.',
    'Zgłoszenie 48213\nZgłaszający: dział',
    'Kupujemy sprzęt. Complaint about pump P-204 of 12 May.',
    'Vosa Vakaviti\nRuna Simi\nGõychi Konknni\nLi Niha\nKoyra chiini\nRumagnòl\nQaraqalpaq\nDeutsch\nEnglish\nPolski\nSuomi\nTürkçe',
    'A duck is a bird. The Duck swims, and ducks dive.',
    'Dr. Martens boots, color black, size 42, price 139.00, leather',
  ])('leaves %p', async (text) => {
    expect(await mask(text)).toBe(text);
  });

  it.each([
    [
      'Item: Blue cotton shirt, size L, quantity 2, price 39.90\nBill to:\nMaria Gonzalez\n48 Birch Avenue\nPortland, OR 97201\nTotal 79.80',
      ['Maria Gonzalez', '48 Birch Avenue'],
    ],
    [
      'Dear Jonathan Whitmore,\nthank you for your order. Product: wireless mouse, quantity 1, price 19.99, color black, warranty 2 years.',
      ['Jonathan Whitmore'],
    ],
    [
      'Name | Department | Salary\nJohn Smith | Sales | 50000\nAisha Khan | Marketing | 61000',
      ['John Smith', 'Aisha Khan'],
    ],
  ])('masks the people of %p', async (text, values) => {
    const masked = await mask(text);
    for (const value of values) expect(masked).not.toContain(value);
  });

  it('masks custom fields by the shape of their example, whatever the letters and digits', async () => {
    const fields = [{ description: 'internal employee badge numbers such as BX-20391', tag: 'BADGE' }];
    expect(await mask('Badges QA-11873 and bx-20391, not BX-203911 or B-20391.', { fields })).toBe(
      'Badges <BADGE> and <BADGE>, not BX-203911 or B-20391.',
    );
  });

  it('masks bare digits of a custom field only near its words, or in a context like its description', async () => {
    const fields = [{ description: 'locker numbers of the staff, for example 4711', tag: 'LOCKER' }];
    expect(await mask('My locker is 1234. We sold 5678 pens.', { fields })).toBe(
      'My locker is <LOCKER>. We sold 5678 pens.',
    );
  });

  it('masks values named in a description, and codes behind its words when their context is like it', async () => {
    const named = [{ description: "secret projects like 'Blue Heron'", tag: 'PROJECT' }];
    expect(await mask('The blue  heron budget', { fields: named })).toBe('The <PROJECT> budget');
    const worded = [{ description: 'warehouse shelf codes', tag: 'SHELF' }];
    expect(await mask('look at warehouse shelf K44-7b', { fields: worded })).toBe(
      'look at warehouse shelf <SHELF>',
    );
  });

  it('warns of a field whose description says nothing', () => {
    const engine = createClassifier(
      { fields: [{ description: 'the values', tag: 'V' }], instructions: null },
      { embed: embedWords },
    );
    expect(engine.warnings).toMatchObject([{ code: 'field_not_applied', text: 'the values' }]);
  });

  it.each([
    ['Keep phone numbers.', 'mail a@b.example, call +44 20 7946 0958', 'mail <EMAIL>, call +44 20 7946 0958'],
    ['Only mask e-mails.', 'mail a@b.example, call +44 20 7946 0958', 'mail <EMAIL>, call +44 20 7946 0958'],
    ["Do not mask 'a@b.example'.", 'mail a@b.example and c@d.example', 'mail a@b.example and <EMAIL>'],
    ["Mask product codes 'X-1'.", 'buy x-1, not X-12', 'buy <PRODUCT_CODE>, not X-12'],
    [
      'Do not mask names of employees of Acme.',
      'Anna Kowalski works at Acme.\n\n\nMy name is Peter Schmidt.',
      'Anna Kowalski works at Acme.\n\n\nMy name is <PERSON>.',
    ],
    [
      'Keep city names.',
      'Send it to 12 Oak Street, Boston, MA 62704',
      'Send it to <ADDRESS>, Boston, <ADDRESS>',
    ],
  ])('follows %p', async (instructions, text, masked) => {
    expect(await mask(text, { instructions })).toBe(masked);
  });

  it('names its model and reports what it does not follow', () => {
    const engine = createClassifier({ fields: [], instructions: 'Make it nice.' }, { embed: embedWords });
    expect(engine).toMatchObject({ id: 'classifier', model: 'pii-linear-1' });
    expect(engine.warnings).toMatchObject([{ code: 'instruction_not_applied', text: 'Make it nice.' }]);
  });

  it('stops with the reason of an aborted signal', async () => {
    const engine = createClassifier({ fields: [], instructions: null }, { embed: embedWords });
    await expect(engine.find(['text'], AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});
