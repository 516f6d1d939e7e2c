import { fileReader } from '../file-reader';

const { read } = fileReader();
const rtf = (body: string, head = '') =>
  String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}}` + `${head}${body}}`;

async function chunksOf(bytes: string) {
  const { documents, warnings } = await read(bytes, 'a.rtf');
  expect(warnings).toEqual([]);
  expect(documents[0]!.fileType).toBe('rtf');
  return documents[0]!.chunks.map(({ type, text }) => [type, text]);
}

it('headings are known by their style and by their outline level', async () => {
  const styles =
    String.raw`{\stylesheet{\s0 Normal;}{\s1\b heading 1;}{\s2\i\sbasedon0 Überschrift 2;}{\*\cs3 Strong;}}`.replace(
      'Ü',
      "\\'dc",
    );
  const body = String.raw`\pard\s1 Pumps\par\pard\s2 Wear\par\pard\outlinelevel2 Bearings\par\pard\s0 They wear out.\par`;
  const { documents } = await read(rtf(body, styles), 'a.rtf');
  const [chunk] = documents[0]!.chunks;
  expect(chunk!.text).toBe('Pumps\n\nWear\n\nBearings\n\nThey wear out.');
  expect(chunk!.headingPath).toEqual(['Pumps']);
});

it('lists keep their marks and levels, in both forms that programs write', async () => {
  const body = String.raw`{\listtext\f0 1.\tab}\ilvl0 One\par\pard{\listtext a)\tab}\ilvl1 Two\par\pard{\pntext\'95\tab}Three\par\pard\bullet \tab Four\par`;
  expect(await chunksOf(rtf(body))).toEqual([['body', '1. One\n  a) Two\n- Three\n- Four']]);
});

it('tables are rows and cells, the declared header first', async () => {
  const row = (head: string, ...cells: string[]) =>
    String.raw`\trowd${head}\cellx1000\cellx2000\pard\intbl ` +
    cells.map((cell) => String.raw`${cell}\cell `).join('') +
    String.raw`\row `;
  const body =
    row(String.raw`\trhdr`, 'Pump', 'Hours') +
    row('', String.raw`A\par B`, '3') +
    String.raw`\pard Behind.\par`;
  expect(await chunksOf(rtf(body))).toEqual([['table', 'Pump | Hours\nA\\nB | 3\n\nBehind.']]);
});

it('notes follow their paragraph, running heads stand once, and what the file says of itself is no text', async () => {
  const head = String.raw`{\info{\title Wear}{\author Ann}}{\header Works manual\par}{\footer Page\par}{\footer Page\par}`;
  const body = String.raw`Bearings{\super 1}{\footnote Of steel.} wear out.\par`;
  const { documents } = await read(rtf(body, head), 'a.rtf');
  expect(documents[0]!.title).toBe('Wear');
  expect(documents[0]!.chunks.map(({ type, text }) => [type, text])).toEqual([
    ['body', 'Bearings1 wear out.'],
    ['footnote', 'Of steel.'],
    ['page_header', 'Works manual'],
    ['page_footer', 'Page'],
  ]);
});

it('letters of every code page are read, hidden and deleted text is not', async () => {
  const body = String.raw`Gr\'fc\'dfe, \u26085?\u26412?, {\v no}{\deleted no}caf\'e9.\par`;
  expect(await chunksOf(rtf(body))).toEqual([['body', 'Grüße, 日本, café.']]);
});

it('pictures are figures', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ).toString('hex');
  const body = `Before.{\\*\\shppict{\\pict\\pngblip\\picw1\\pich1 ${png}}}{\\nonshppict{\\pict\\wmetafile8 0102}}\\par After.\\par`;
  const { documents } = await read(rtf(body), 'a.rtf');
  expect(documents[0]!.figures).toMatchObject([{ contentType: 'image/png' }]);
  expect(documents[0]!.text).toBe('Before.\n\nAfter.');
});

it('a file that was made from a page is read as that page', async () => {
  const body = String.raw`\fromhtml1{\*\htmltag64 <h1>}Pumps{\*\htmltag72 </h1>}{\*\htmltag64 <p>}Wear\htmlrtf no\htmlrtf0 .{\*\htmltag72 </p>}`;
  expect(await chunksOf(rtf(body))).toEqual([['body', 'Pumps\n\nWear.']]);
});
