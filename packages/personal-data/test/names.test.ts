import { mask } from './mask';

describe('names', () => {
  it.each([
    [
      'below a header for persons',
      'Nachname;Vorname;Ort\nQuandtmeier;Tjark;Kiel\nOehlrich;Wencke;Ulm',
      'Nachname;Vorname;Ort\n<PERSON>;<PERSON>;Kiel\n<PERSON>;<PERSON>;Ulm',
    ],
    [
      'below a header for names where other cells are known names',
      'Name | Ext\nPeter Schmidt | 4410\nVrhnjak Zsolnai | 4412\nAnna Kowalski | 4419',
      'Name | Ext\n<PERSON> | 4410\n<PERSON> | 4412\n<PERSON> | 4419',
    ],
    [
      'behind a noun for a relative',
      'Mein Mann Tjorben und meine Nachbarin Wiebkea kommen.',
      'Mein Mann <PERSON> und meine Nachbarin <PERSON> kommen.',
    ],
    [
      'elsewhere in the text, with an ending too',
      'Thandeka Mabuza called. Please send Mabuzas papers to Thandeka.',
      '<PERSON> called. Please send <PERSON> papers to <PERSON>.',
    ],
    [
      'in an address of mail of the text',
      'Ask Vrhnjak about it (z.vrhnjak@example.org).',
      'Ask <PERSON> about it (<EMAIL>).',
    ],
    ['with both parts of a double name', 'Signed by Shauna Doyle-Webb.', 'Signed by <PERSON>.'],
  ])('are masked %s', async (_, text, masked) => {
    expect(await mask(text)).toBe(masked);
  });

  it.each([
    ['sums below a header for names', 'Mitarbeiter;Betrag\nSumme;2560,50'],
    ['things below a header for names', 'Name | Price\nOak Table | 649.00\nWool Rug | 129.00'],
    ['nouns behind an article', 'Es gab einen Schaden, und ein Rohr ist geplatzt.'],
    ['short names of months before a number', 'Tue Jun 02 20:17:00'],
  ])('are not seen in %s', async (_, text) => {
    expect(await mask(text)).toBe(text);
  });
});
