import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type SheetFigure, type WorkbookReader } from '../../src/workbook-reader';
import { ChartRecord } from '../../src/xls/figures/chart-record';
import { RecordType } from '../../src/xls/record-type';
import { tempFiles } from '../zip/temp-files';
import { bof, eof, f64, record, text16, text8, u16, u32, writeXls, type XlsParts } from './biff-writer';
import { withXls } from './read-xls';

/** A record of the drawing layer ([MS-ODRAW]); containers have version 15. */
function art(type: number, instance: number, ...data: Buffer[]): Buffer {
  const body = Buffer.concat(data);
  const version = type >= 0xf000 && type <= 0xf004 ? 15 : 0;
  return Buffer.concat([u16((instance << 4) | version, type), u32(body.length), body]);
}

/** The record in which a workbook keeps its pictures, and those that continue it. */
function pictureGroup(pictures: readonly Buffer[], recordBytes = 8_000): Buffer[] {
  const entries = pictures.map((picture) => art(0xf007, 0, Buffer.alloc(36), picture));
  const group = art(0xf000, 0, art(0xf001, pictures.length, ...entries));
  return split(group, recordBytes).map((part, i) =>
    record(i === 0 ? RecordType.drawingGroup : RecordType.continue, part),
  );
}

/** A picture of the store: an id, a tag, the bytes. */
function storedPicture(type: number, instance: number, bytes: Buffer, ids = 1): Buffer {
  return art(type, instance, Buffer.alloc(16 * ids), Buffer.from([0xff]), bytes);
}

interface ShapeParts {
  picture?: number;
  name?: string;
  altText?: string;
  /** First column and row, last column and row. */
  anchor?: [number, number, number, number];
  group?: boolean;
  object?: boolean;
}

function shape({ picture = 0, name, altText, anchor, group = false, object = true }: ShapeParts): Buffer {
  const options: [id: number, value: number, text?: Buffer][] = [[0x4104, picture]];
  for (const [id, text] of [
    [0x8380, name],
    [0x8381, altText],
  ] as const) {
    const bytes = Buffer.from(`${text ?? ''}\0`, 'utf16le');
    if (text !== undefined) options.push([id, bytes.length, bytes]);
  }
  const table = options.flatMap(([id, value]) => [u16(id), u32(value)]);
  const texts = options.flatMap(([, , text]) => (text ? [text] : []));
  return art(
    0xf004,
    0,
    art(0xf00a, 0, u32(1, group ? 1 : 0)),
    art(0xf00b, options.length, ...table, ...texts),
    ...(anchor ? [art(0xf010, 0, u16(0, anchor[0], 0, anchor[1], 0, anchor[2], 0, anchor[3], 0))] : []),
    ...(object ? [art(0xf011, 0)] : []),
  );
}

/** Records of a sheet's drawing, cut into pieces as spreadsheet programs do. */
function drawing(shapes: readonly Buffer[], recordBytes = 8_000): Buffer[] {
  const container = art(0xf002, 1, art(0xf008, 0, Buffer.alloc(8)), art(0xf003, 0, ...shapes));
  return split(container, recordBytes).map((part) => record(RecordType.drawing, part));
}

function object(kind: number, id = 1): Buffer {
  return record(RecordType.object, u16(0x15, 0x12, kind, id), Buffer.alloc(14));
}

function split(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}

const write = tempFiles();
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20_000, 7)]);
const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(50, 1)]);

/** Figures of the first sheet, with the bytes of pictures or why there are none, and the warnings. */
async function figuresOf(parts: XlsParts) {
  return withXls(write(writeXls(parts)), async (reader: WorkbookReader) => {
    const figures = await reader.figures(reader.sheets[0]!);
    const bytes = await Promise.all(figures.map((figure) => bytesOf(reader, figure)));
    return { figures, bytes, warnings: reader.warnings };
  });
}

async function bytesOf(reader: WorkbookReader, figure: SheetFigure): Promise<unknown> {
  if (figure.image === null) return null;
  return reader.imageBytes(figure).catch((error: unknown) => (error as { code: string }).code);
}

const withPicture = (picture: Buffer, parts: Parameters<typeof shape>[0] = {}) =>
  figuresOf({
    globals: pictureGroup([picture]),
    sheets: [{ records: [...drawing([shape({ picture: 1, anchor: [1, 2, 3, 4], ...parts })]), object(8)] }],
  });

const metafile = (type: number, instance: number, size: number, compression: number, data: Buffer) =>
  art(type, instance, Buffer.alloc(16), u32(size), Buffer.alloc(28), Buffer.from([compression, 0xfe]), data);
const bitmap = Buffer.concat([
  u32(40, 2, 2),
  u16(1, 8),
  u32(0, 4, 0, 0, 2, 0),
  Buffer.alloc(8, 5),
  Buffer.from([0, 1, 1, 0]),
]);
const bitmapFile = Buffer.concat([Buffer.from('BM'), u32(14 + bitmap.length, 0, 14 + 40 + 8), bitmap]);

describe('a picture', () => {
  it.each([
    ['PNG', storedPicture(0xf01e, 0x6e0, png), 'image/png', png],
    ['PNG with two ids', storedPicture(0xf01e, 0x6e1, png, 2), 'image/png', png],
    ['JPEG', storedPicture(0xf01d, 0x46a, jpeg), 'image/jpeg', jpeg],
    ['JPEG with two ids', storedPicture(0xf01d, 0x6e3, jpeg, 2), 'image/jpeg', jpeg],
    ['bitmap without its head', storedPicture(0xf01f, 0x7a8, bitmap), 'image/bmp', bitmapFile],
    ['deflated metafile', metafile(0xf01a, 0x3d4, 50, 0, deflateSync(jpeg)), 'image/emf', jpeg],
    ['plain metafile', metafile(0xf01b, 0x216, 54, 0xfe, jpeg), 'image/wmf', jpeg],
  ])('is given with its type and bytes: %s', async (_name, stored, contentType, expected) => {
    const { figures, bytes, warnings } = await withPicture(stored);
    expect(figures).toMatchObject([{ kind: 'image', anchor: 'B3:D5', image: { contentType } }]);
    expect(bytes).toEqual([expected]);
    expect(warnings).toEqual([]);
  });

  it('has its name, what it shows, and the place of its group', async () => {
    const shapes = [
      shape({ group: true, anchor: [0, 0, 2, 2] }),
      shape({ picture: 2, name: 'Logo', altText: 'Größe 名' }),
      shape({ picture: 1, anchor: [5, 5, 5, 5] }),
    ];
    const { figures } = await figuresOf({
      globals: pictureGroup([storedPicture(0xf01e, 0x6e0, png), storedPicture(0xf01d, 0x46a, jpeg)], 3_000),
      sheets: [{ records: [...drawing(shapes, 50), object(0), object(8), object(8)] }],
    });
    expect(
      figures.map(({ name, altText, anchor, image }) => [name, altText, anchor, image?.contentType]),
    ).toEqual([
      ['Logo', 'Größe 名', 'A1:C3', 'image/jpeg'],
      ['', '', 'F6', 'image/png'],
    ]);
  });

  it('that is missing from the file is said to be', async () => {
    const { figures, warnings } = await withPicture(storedPicture(0xf01e, 0x6e0, png), { picture: 5 });
    expect(figures).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('missing')]);
  });

  it.each([
    [
      'inflates past the limit',
      metafile(0xf01a, 0x3d4, 50, 0, deflateSync(Buffer.alloc(65 * 1024 * 1024))),
      'too_large',
    ],
    ['does not inflate', metafile(0xf01a, 0x3d4, 50, 0, jpeg), 'corrupt'],
  ])('that %s gives a typed error', async (_name, stored, code) => {
    expect((await withPicture(stored)).bytes).toEqual([code]);
  });

  it.each([
    [
      'records that lie about their length',
      Buffer.concat([u16(15, 0xf002), u32(0xffffffff), u16(15, 0xf004), u32(0xffffffff)]),
    ],
    [
      'groups within groups',
      Buffer.concat(Array<Buffer>(5_000).fill(Buffer.concat([u16(15, 0xf003), u32(0xffff)]))),
    ],
    ['nothing', Buffer.alloc(0)],
    ['half a record', Buffer.from([15, 0])],
  ])('cannot come from a drawing of %s', async (_name, data) => {
    const { figures } = await figuresOf({ sheets: [{ records: [record(RecordType.drawing, data)] }] });
    expect(figures).toEqual([]);
  });

  it('is not read from BIFF5, which is said', async () => {
    const { figures, warnings } = await figuresOf({ version: 0x0500, sheets: [{ records: [object(8)] }] });
    expect(figures).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('Excel 5 and 95')]);
  });
});

describe('a chart', () => {
  const begin = record(ChartRecord.begin);
  const end = record(ChartRecord.end);
  const label = (words: string, link: number) => [
    record(ChartRecord.text),
    begin,
    record(ChartRecord.seriesText, u16(0), text8(words)),
    record(ChartRecord.objectLink, u16(link)),
    end,
  ];
  const area = (firstRow: number, lastRow: number, column: number): Buffer =>
    Buffer.concat([Buffer.from([0x3b]), u16(0, firstRow, lastRow, column, column)]);
  const source = (id: number, formula: Buffer = Buffer.alloc(0)) =>
    record(ChartRecord.source, Buffer.from([id, 2]), u16(0, 0, formula.length), formula);
  const series = (name: string | null, values: Buffer, categories: Buffer) => [
    record(ChartRecord.series),
    begin,
    source(0),
    ...(name === null ? [] : [record(ChartRecord.seriesText, u16(0), text8(name))]),
    source(1, values),
    source(2, categories),
    end,
  ];
  const cached = (kind: number, ...cells: Buffer[]) => [record(ChartRecord.cacheKind, u16(kind)), ...cells];
  const value = (point: number, one: number) => record(RecordType.number, u16(point, 0, 0), f64(one));
  const category = (point: number, text: string) => record(RecordType.label, u16(point, 0, 0), text16(text));
  const references = [
    record(RecordType.supBook, u16(2, 0x0401)),
    record(RecordType.externSheet, u16(1, 0, 0, 0)),
  ];
  const chart = [
    bof(0x20),
    ...series('North', area(1, 4, 1), area(1, 4, 0)),
    ...series(null, area(1, 1, 2), Buffer.from([0x3a, 9])),
    record(ChartRecord.bar, u16(0, 0, 0b011)),
    ...label('Net sales', 1),
    ...label('EUR', 2),
    ...label('Month', 3),
    ...label('a data label', 4),
    ...cached(1, value(1, 20), value(0, 10)),
    ...cached(2, category(0, 'July')),
    eof,
  ];
  const words = [
    'Stacked bar chart: Net sales',
    'Axes: EUR; Month',
    "Series North (values 'My data'!$B$2:$B$5, categories 'My data'!$A$2:$A$5): July = 10; 2 = 20",
    "Series 2 (values 'My data'!$C$2)",
  ].join('\n');

  it('on a sheet is told in words, with its place', async () => {
    const records = [...drawing([shape({ name: 'Chart 1', anchor: [4, 0, 9, 19] })]), object(5), ...chart];
    const { figures } = await figuresOf({ globals: references, sheets: [{ name: 'My data', records }] });
    expect(figures).toEqual([
      { kind: 'chart', anchor: 'E1:J20', name: 'Chart 1', altText: '', text: words, image: null },
    ]);
  });

  it('that is a sheet of its own is told in words', async () => {
    const sheets = [{ name: 'My data', kind: 2 as const, records: chart.slice(1, -1) }];
    expect((await figuresOf({ globals: references, sheets })).figures).toEqual([
      { kind: 'chart', anchor: null, name: '', altText: '', text: words, image: null },
    ]);
  });

  it.each([
    ['Column chart', record(ChartRecord.bar, u16(0, 0, 0))],
    ['100 % stacked column chart', record(ChartRecord.bar, u16(0, 0, 0b110))],
    ['Stacked line chart', record(ChartRecord.line, u16(1))],
    ['Pie chart', record(ChartRecord.pie, u16(0, 0))],
    ['Doughnut chart', record(ChartRecord.pie, u16(0, 50))],
    ['Area chart', record(ChartRecord.area, u16(0))],
    ['Scatter chart', record(ChartRecord.scatter, u16(0, 0, 0))],
    ['Bubble chart', record(ChartRecord.scatter, u16(0, 0, 1))],
    ['Radar chart', record(ChartRecord.radar)],
    ['Surface chart', record(ChartRecord.surface)],
  ])('is a %s', async (expected, data) => {
    const { figures } = await figuresOf({ sheets: [{ kind: 2, records: [data] }] });
    expect(figures[0]!.text).toBe(expected);
  });

  it('of BIFF5 has its names and place', async () => {
    const place = Buffer.concat([u32(1), u16(5, 1, 0, 4, 0, 0, 0, 9, 0, 19, 0), Buffer.alloc(10)]);
    const name = record(ChartRecord.seriesText, u16(0), Buffer.from([3]), Buffer.from('N\xf6r', 'latin1'));
    const records = [
      record(RecordType.object, place),
      bof(0x20, 0x0500),
      record(ChartRecord.series),
      begin,
      source(0),
      name,
      end,
      record(ChartRecord.line, u16(0)),
      eof,
    ];
    expect((await figuresOf({ version: 0x0500, sheets: [{ records }] })).figures).toEqual([
      { kind: 'chart', anchor: 'E1:J20', name: '', altText: '', text: 'Line chart\nSeries Nör', image: null },
    ]);
  });
});

describe('figures of a real spreadsheet program', () => {
  it('are its picture and its chart', async () => {
    await withXls(join(__dirname, '../fixtures/biff8.xls'), async (reader) => {
      const [image, chart] = await reader.figures(reader.sheets[1]!);
      expect(image).toMatchObject({
        kind: 'image',
        anchor: 'E3:F9',
        name: 'Logo',
        image: { contentType: 'image/png' },
      });
      expect(await reader.imageBytes(image!)).toHaveLength(image!.image!.byteSize);
      expect(chart).toMatchObject({ kind: 'chart', anchor: 'A15:D32' });
      expect(chart!.text).toMatch(
        /^Column chart: Net sales against target, Q3 2026\nAxes: Month; EUR\nSeries /,
      );
    });
  });
});
