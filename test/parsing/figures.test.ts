import { readFile } from 'node:fs/promises';
import { verifyBlobPath } from '../../src/signing/blob-url';
import { SourceError } from '../../src/parsing';
import { type SheetFigure } from 'spreadsheet-reader';
import { memoryWorkbook } from '../../packages/spreadsheet-reader/test/memory-workbook';
import { parseInMemory, parseRequest, signingKey } from './parse-in-memory';

const picture = (part: string, more: Partial<SheetFigure> = {}): SheetFigure => ({
  kind: 'image',
  anchor: 'H3',
  name: 'Picture 1',
  altText: '',
  text: '',
  image: { contentType: 'image/png', byteSize: 3, part },
  ...more,
});
const chart: SheetFigure = {
  kind: 'chart',
  anchor: 'A5:F20',
  name: 'Chart 1',
  altText: '',
  text: 'Bar chart "Sales"\nSeries North: Sheet1!$B$2:$B$9',
  image: null,
};
const rows = [
  ['Item', 'Qty'],
  ['pen', 1],
];
const images = { red: Buffer.from('red'), blue: Buffer.from('blue') };

const figuresOf = async (figures: SheetFigure[], options = { images: true }) => {
  const { chunks, parts } = await parseInMemory(memoryWorkbook([{ rows, figures }], { images }), options);
  return { chunks, part: parts[0]!, figures: chunks.filter((chunk) => chunk.chunk_type === 'figure') };
};

it('figures come after the rows of their sheet, when they are wanted', async () => {
  const { chunks, part } = await figuresOf([chart, picture('red')]);
  expect(chunks.map((chunk) => chunk.chunk_type)).toEqual(['table', 'table', 'figure', 'figure']);
  expect(chunks.map((chunk) => chunk.chunk_index)).toEqual([0, 1, 2, 3]);
  expect(part.figures).toBe(2);
  const unwanted = await figuresOf([chart, picture('red')], { images: false });
  expect(unwanted.figures).toEqual([]);
  expect(unwanted.part).toMatchObject({ figures: 0, assets: [] });
});

it('a chart is told in words and has no bytes', async () => {
  const { figures } = await figuresOf([chart]);
  expect(figures[0]).toMatchObject({
    text: chart.text,
    row_role: null,
    cell_range: null,
    column_headers: [],
    figure: { kind: 'chart', anchor: 'A5:F20', asset_url: null, content_type: null, byte_size: null },
  });
});

it('a picture is an asset under a signed link that works until the result expires', async () => {
  const { figures, part } = await figuresOf([picture('red', { altText: 'A red square' })]);
  const [asset] = part.assets;
  expect(asset).toMatchObject({ contentType: 'image/png', byteSize: 3 });
  expect(figures[0]).toMatchObject({
    text: 'A red square',
    figure: { kind: 'image', anchor: 'H3', content_type: 'image/png', byte_size: 3 },
  });
  const { assetUrls } = parseRequest('');
  const link = new URL(figures[0]!.figure!.asset_url!);
  const key = link.pathname.replace('/b/', '');
  const [expires, sig] = [link.searchParams.get('expires')!, link.searchParams.get('sig')!];
  expect(link.origin).toBe(assetUrls.baseUrl);
  expect(key).toBe(`parse/prs_test/assets/${asset!.assetId}`);
  expect(Number(expires) * 1000).toBe(assetUrls.expiresAtMs);
  expect(verifyBlobPath(signingKey, { key, expires, sig })).toBe(true);
});

it('the same picture twice is one asset with two figures', async () => {
  const { figures, part } = await figuresOf([
    picture('red'),
    picture('blue'),
    picture('red', { anchor: 'J9' }),
  ]);
  expect(part.assets).toHaveLength(2);
  expect(figures[0]!.figure!.asset_url).toBe(figures[2]!.figure!.asset_url);
  expect(figures[1]!.figure!.asset_url).not.toBe(figures[0]!.figure!.asset_url);
});

it('the bytes of a picture are in the work folder when its part is reported', async () => {
  const reader = memoryWorkbook([{ rows, figures: [picture('blue')] }], { images });
  const { parts } = await parseInMemory(reader, { images: true }, async (part) => {
    expect(await readFile(part.assets[0]!.path, 'utf8')).toBe('blue');
  });
  expect(parts).toHaveLength(1);
});

it('a picture that cannot be read is a figure without a link, and a warning', async () => {
  const reader = memoryWorkbook([{ rows, figures: [picture('red'), picture('blue')] }], { images });
  const imageBytes = (figure: SheetFigure) =>
    figure.image!.part === 'red'
      ? Promise.reject(new SourceError('corrupt', 'It is damaged.'))
      : reader.imageBytes(figure);
  const { chunks, parts } = await parseInMemory({ ...reader, imageBytes }, { images: true });
  expect(chunks.slice(2).map((chunk) => chunk.figure!.asset_url === null)).toEqual([true, false]);
  expect(parts[0]!.warnings).toEqual(['A picture on sheet 1 could not be read: It is damaged.']);
});

it.each<[string, Partial<SheetFigure>, string]>([
  ['its description', { altText: ' Our logo ', text: '' }, 'Our logo'],
  ['its name, where it has no description', { name: 'Picture 7' }, 'Picture 7'],
  ['description and words', { altText: 'Sales', text: 'Bar chart' }, 'Sales\nBar chart'],
])('the text of a figure is %s', async (_, more, text) => {
  const { figures } = await figuresOf([picture('red', more)]);
  expect(figures[0]!.text).toBe(text);
});

it('a sheet that is only a chart has its figure and no rows', async () => {
  const reader = memoryWorkbook([{ rows: [], kind: 'chartsheet', figures: [chart] }]);
  const { chunks, parts } = await parseInMemory(reader, { images: true });
  expect(chunks.map((chunk) => chunk.chunk_type)).toEqual(['figure']);
  expect(parts[0]).toMatchObject({ rows: 0, characters: 0, figures: 1 });
});
