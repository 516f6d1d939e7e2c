import { mask } from './mask';

describe('names beside words with a capital', () => {
  it.each([
    [
      'without the noun and the preposition before them',
      'Auf der Liste stehen Anträge von Burghard Tietjen.',
      'Auf der Liste stehen Anträge von <PERSON>.',
    ],
    [
      'with the particles of a family name',
      'De heer Wiebe van der Ploeg heeft gebeld.',
      'De heer <PERSON> heeft gebeld.',
    ],
    [
      'with the first part of a double name',
      'Please welcome Arjun and Mei-Ling to the team.',
      'Please welcome <PERSON> and <PERSON> to the team.',
    ],
    [
      'in a list behind a role, when the names are words as well',
      'Teilnehmer: Bock, Schäfer, Wolf und Herbst. Thema: Kassensystem.',
      'Teilnehmer: <PERSON>, <PERSON>, <PERSON> und <PERSON>. Thema: Kassensystem.',
    ],
    [
      'up to a hyphen between blanks',
      'Amandine Chevrollier - Cheffe de projet - Permis B',
      '<PERSON> - Cheffe de projet - Permis B',
    ],
    [
      'on both sides of a middle dot',
      'Written by Paul Anderson · Anna Berger in May.',
      'Written by <PERSON> · <PERSON> in May.',
    ],
    [
      'in Polish cases',
      'Rozmawiałam z Magdą i Grażyną o umowie.',
      'Rozmawiałam z <PERSON> i <PERSON> o umowie.',
    ],
  ])('are masked %s', async (_, text, masked) => {
    expect(await mask(text)).toBe(masked);
  });

  it.each([
    ['German compounds', 'Bestellt sind Heftklammern, Druckerpapier, Ordner und Kabelkanal.'],
    ['German nouns of lists', 'Pachtfläche: Grünland, Acker, Hofstelle. Zahlungsziel 14 Tage.'],
    ['months', 'Neue Adresse ab Mai, Polisa wygasa w Marcu.'],
    [
      'nouns behind an article of a Romance language',
      'Adjunto remitimos la Póliza. Il Tribunale ha rinviato la causa.',
    ],
    ['file types', 'path | bytes\nreports/unicode-path.docx | 5720\nreports/word_tables.docx | 14247'],
    ['names of fonts', 'The cover is set in Mill Goudy typefaces, the text in Fira Sans and Roboto Serif.'],
    [
      'names of things behind their kind',
      'He studied the genus Anas, and they bought the company Mojang in May.',
    ],
    [
      'names of things behind an article',
      'The board asked for a simulator for the Altair while the others slept.',
    ],
    ['names before a thing', 'The Pythagorean theorem comes first. Pivot table with two rows of headers.'],
    ['names of species', 'All domestic ducks come from the mallard (Anas platyrhynchos), as was shown.'],
    ['names of firms', 'The documents were typed on machines of Wang Laboratories in those years.'],
    ['names of goods', 'Our Karissa V-Neck Tee is back. The SodaStream is sold out.'],
    ['streets of the town', 'Umleitung: Verkehr über die Ringstraße, déviation par le Boulevard Douville.'],
  ])('are not seen in %s', async (_, text) => {
    expect(await mask(text)).toBe(text);
  });
});

describe('addresses by their form', () => {
  it.each([
    ['Wohnhaft: Quellenstraße 112/4/17, 1100 Wien', 'Wohnhaft: <ADDRESS>'],
    ['Sie wohnt Lindenallee 55, 3. OG rechts, 15890 Eisenhüttenstadt.', 'Sie wohnt <ADDRESS>.'],
    [
      'Eigentümer des Hauses Dorfstr. 18 in 24811 Owschlag ist sie.',
      'Eigentümer des Hauses <ADDRESS> ist sie.',
    ],
    ['Factura: Avda. de la Constitución, 12, 41001 Sevilla.', 'Factura: <ADDRESS>.'],
    ['Immobile in Via dei Mille 31, 50131 Firenze.', 'Immobile in <ADDRESS>.'],
  ])('%s', async (text, masked) => {
    expect(await mask(text)).toBe(masked);
  });
});

describe('phone numbers in national writing', () => {
  it.each([
    'Tel. 0341.2287164',
    'melden Sie sich unter 01714482910',
    'rappeler au 0671440912',
    'le 06/71/44/09/12',
    'Ana Ruiz, 612 48 90 33',
    'Ana Ruiz, 91 448 29 10',
    'richiamare 347/8812093',
    'Rita Neri, 347 8812093',
    'bereikbaar op 0621489017',
    'Jan Nowak, 22 834 51 09',
    'pod numerem 602 114 893',
    'Anna Berger, 030 901820-0',
  ])('%s', async (text) => {
    expect(await mask(text)).toMatch(/^\D*<PHONE>$/);
  });

  it.each(['Auflage stieg auf 612 489 033', 'Rechnung 0171448291', 'version 347.8812093', 'le 12/05/2026'])(
    'is none: %s',
    async (text) => {
      expect(await mask(text)).toBe(text);
    },
  );
});
