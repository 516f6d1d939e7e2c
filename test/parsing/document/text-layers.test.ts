import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileReader } from './file-reader';
import {
  line,
  lines,
  makePdf,
  stream,
  writeObjects,
} from '../../../packages/document-reader/test/pdf/make-pdf';
import { recallInOrder } from '../../../packages/document-reader/test/pdf/read-bytes';

const { read } = fileReader();

const text = [
  'The harbour office keeps a record of every vessel',
  'that comes and goes. Its first volume begins in the',
  'spring of 1871, when the wooden pier was finished',
  'and the lamp of the old tower was lit again. Forty',
  'ships arrived before the ice closed the basin, and',
  'none of them paid more than 12 crowns for its berth.',
];

/** A page whose font says of each letter that it is another one. */
function withFalseMap(texts: readonly string[]): Buffer {
  const code = (at: number) => at.toString(16).padStart(2, '0');
  const entry = (at: number) => `<${code(at)}> <00${code(97 + ((at - 97 + 11) % 26))}>\n`;
  const rows = Array.from({ length: 26 }, (_, at) => entry(97 + at)).join('');
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange 26 beginbfchar
${rows}endbfchar endcmap end end`;
  return writeObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 280]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    stream(lines(texts, 40, 240, 22, 12)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>',
    stream(map),
  ]);
}

const parts = Array.from({ length: 12 }, (_, n) => `QX-${n}7 BRT${n * 3} KLZM${n} WVQ PLX-${n} TRGH`);

describe('a text layer that is no language', () => {
  it.each([
    [
      'fonts do not say what their characters are',
      () => {
        const bytes = readFileSync(
          join(__dirname, '../../../packages/document-reader/test/pdf/fixtures/report.pdf'),
        ).toString('latin1');
        const without = bytes.replace(/\/ToUnicode \d+ 0 R/g, (entry) => ' '.repeat(entry.length));
        return Buffer.from(without, 'latin1');
      },
      'Its first volume begins in the spring of 1871, when the wooden pier was finished.',
    ],
    ['fonts say it wrong', () => withFalseMap(text), text.join(' ')],
  ])('gives way to what the page shows where its %s', async (_, file, wanted) => {
    const { documents, warnings } = await read(file(), 'a.pdf');
    expect(warnings).toEqual([]);
    expect(documents[0]).toMatchObject({ hasOcr: true });
    const found = documents[0]!.text.replaceAll('\n', ' ');
    expect(recallInOrder(wanted, found)).toBeGreaterThanOrEqual(0.95);
    expect(found).not.toMatch(/7KH|Esp slcmzfc/);
  });

  it('is told of where the page cannot tell more', async () => {
    const { warnings } = await read(withFalseMap(parts.map((part) => part.toLowerCase())), 'a.pdf');
    expect(warnings).toEqual([
      'The text of page 1 may not be what the page shows: its fonts do not tell, and it could not be recognised.',
    ]);
  });
});

describe('what is cropped away', () => {
  const content = [
    line('Seen on the left half', 60, 700),
    line('Seen on the right half', 360, 700),
    line('SECRET above the page', 60, 900),
    line('SECRET left of it', -200, 700),
  ].join('');

  it('is in no text: each half of a spread has its own', async () => {
    const pages = ['[0 0 300 792]', '[300 0 612 792]'].map((box) => ({ content, entries: `/CropBox${box}` }));
    const [document] = (await read(makePdf(pages), 'a.pdf')).documents;
    expect(document!.pages.map((page) => [page.width, page.text])).toEqual([
      [300, 'Seen on the left half'],
      [312, 'Seen on the right half'],
    ]);
    expect(document!.text).not.toContain('SECRET');
  });
});

describe('a form that is filled in', () => {
  const rect = (n: number) => `/Rect[200 ${690 - n * 30} 400 ${710 - n * 30}]`;
  const widget = (n: number, entries: string) => `<</Type/Annot/Subtype/Widget${rect(n)}${entries}>>`;
  /** Appearances with which check boxes are on. */
  const states = '/AP<</N<</Red 24 0 R/Blue 24 0 R>>>>';
  const annotations = [
    widget(0, '/Parent 20 0 R'),
    widget(1, '/Parent 21 0 R/AS/Red/AP<</N<</Red 24 0 R/Off 24 0 R>>>>'),
    widget(2, '/Parent 21 0 R/AS/Off/AP<</N<</Blue 24 0 R/Off 24 0 R>>>>'),
    widget(3, '/Parent 22 0 R'),
    widget(4, '/Parent 23 0 R'),
    widget(5, '/FT/Tx/T(hidden)/V(HIDDEN)/F 2'),
    widget(6, `/FT/Tx/T(alone)/V(Own value)${states}`),
    widget(7, '/Parent 25 0 R'),
  ];

  it('has what its fields show, also where the value is in a parent', async () => {
    const kids = (from: number, count: number) =>
      `/Kids[${Array.from({ length: count }, (_, at) => `${from + at} 0 R`).join(' ')}]`;
    const bytes = writeObjects([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[26 0 R 21 0 R 22 0 R 23 0 R 15 0 R 25 0 R]>>>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[${annotations
        .map((_, at) => `${10 + at} 0 R`)
        .join(' ')}]>>`,
      stream(line('Registration', 72, 740)),
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
      ...Array.from({ length: 4 }, () => 'null'),
      ...annotations,
      'null',
      'null',
      `<</T(last)/Parent 26 0 R${kids(10, 1)}>>`,
      `<</FT/Btn/Ff 32768/T(colour)/V/Red${kids(11, 2)}>>`,
      `<</FT/Ch/Ff 131072/T(land)/Opt[[(de)(Germany)][(fr)(France)]]/V(fr)${kids(13, 1)}>>`,
      `<</FT/Tx/Ff 8192/T(secret)/V(PASSWORD)${kids(14, 1)}>>`,
      stream('', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
      `<</FT/Tx/T(born)/V(Far away)${kids(17, 1)}>>`,
      `<</FT/Tx/T(name)/V(Bobsonberg)${kids(20, 1)}>>`,
    ]);
    const [document] = (await read(bytes, 'a.pdf')).documents;
    const values = document!.text.split('\n').filter((part) => part !== '');
    expect(values.join(' ')).toBe('Registration Bobsonberg Red France Own value Far away');
  });
});
