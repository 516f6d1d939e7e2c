import { writeZip, type ZipPart } from '../../zip/write-zip';
import { relationshipsXml, type TestRelationship } from '../write-xlsx';

/** A record by its number and data. */
export function record(type: number, ...fields: Buffer[]): Buffer {
  const data = Buffer.concat(fields);
  const head = type < 0x80 ? [type] : [(type & 0x7f) | 0x80, type >> 7];
  for (let size = data.length; ; size >>= 7) {
    if (size < 0x80) {
      head.push(size);
      break;
    }
    head.push((size & 0x7f) | 0x80);
  }
  return Buffer.concat([Buffer.from(head), data]);
}

export const u8 = (...values: number[]) => Buffer.from(values);

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => bytes.writeUInt16LE(value, i * 2));
  return bytes;
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32LE(value, i * 4));
  return bytes;
}

export function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** A counted text. */
export const wide = (text: string) => Buffer.concat([u32(text.length), Buffer.from(text, 'utf16le')]);

/** An RK number: an integer, in hundredths where it says so. */
export const rk = (value: number, inHundredths = false) =>
  u32(((value << 2) | 2 | (inHundredths ? 1 : 0)) >>> 0);

/** The start of a row, 0-based. */
export const row = (index: number, hidden = false) =>
  record(0, u32(index, 0), u16(300), u8(0, hidden ? 0x10 : 0), u8(0), u32(0));

/** A cell with its column, style and value. */
export const cell = (type: number, column: number, value: Buffer, style = 0) =>
  record(type, u32(column, style), value);

/** A cell behind the one before it. */
export const shortCell = (type: number, value: Buffer, style = 0) => record(type, u32(style), value);

/** The part of a worksheet: its rows, and the records around them. */
export const sheetPart = (
  rows: readonly Buffer[],
  { before = [], after = [] }: { before?: Buffer[]; after?: Buffer[] } = {},
) => Buffer.concat([record(129), ...before, record(145), ...rows, record(146), ...after, record(130)]);

export interface TestBinarySheet {
  part: Buffer;
  name?: string;
  /** 0 visible, 1 hidden, 2 very hidden. */
  state?: number;
  relationships?: TestRelationship[];
}

export interface TestBinaryWorkbook {
  sheets: TestBinarySheet[];
  date1904?: boolean;
  sharedStrings?: string[];
  /** Number formats of cell styles: numbers, or codes. */
  styles?: (number | string)[];
  parts?: ZipPart[];
  stored?: boolean;
}

/** A binary workbook of hand-made records. */
export function writeXlsb(workbook: TestBinaryWorkbook): Buffer {
  const sheets = workbook.sheets.map(({ name, state = 0 }, i) =>
    record(156, u32(state, i + 1), wide(`rId${i + 1}`), wide(name ?? `Sheet${i + 1}`)),
  );
  const properties = record(153, u32(workbook.date1904 === true ? 1 : 0, 0), wide(''));
  const relationships: TestRelationship[] = [
    ...workbook.sheets.map((_, i) => ({
      id: `rId${i + 1}`,
      type: 'worksheet',
      target: `worksheets/sheet${i + 1}.bin`,
    })),
    { id: 'sst', type: 'sharedStrings', target: 'sharedStrings.bin' },
    { id: 'styles', type: 'styles', target: 'styles.bin' },
  ];
  const strings = workbook.sharedStrings ?? [];
  const parts: ZipPart[] = [
    {
      name: '_rels/.rels',
      data: relationshipsXml([{ id: 'r', type: 'officeDocument', target: 'xl/workbook.bin' }]),
    },
    {
      name: 'xl/workbook.bin',
      data: Buffer.concat([record(131), properties, record(143), ...sheets, record(144), record(132)]),
    },
    { name: 'xl/_rels/workbook.bin.rels', data: relationshipsXml(relationships) },
    {
      name: 'xl/sharedStrings.bin',
      data: Buffer.concat([
        record(159, u32(strings.length, strings.length)),
        ...strings.map((text) => record(19, u8(0), wide(text))),
        record(160),
      ]),
    },
    { name: 'xl/styles.bin', data: stylesPart(workbook.styles ?? [0]) },
    ...workbook.sheets.map(({ part }, i): ZipPart => ({
      name: `xl/worksheets/sheet${i + 1}.bin`,
      data: part,
    })),
    ...workbook.sheets.flatMap(({ relationships: own }, i): ZipPart[] =>
      own === undefined
        ? []
        : [{ name: `xl/worksheets/_rels/sheet${i + 1}.bin.rels`, data: relationshipsXml(own) }],
    ),
    ...(workbook.parts ?? []),
  ];
  return writeZip(parts.map((part) => ({ ...part, stored: workbook.stored === true })));
}

function stylesPart(styles: readonly (number | string)[]): Buffer {
  const codes = styles.map((format, i) =>
    typeof format === 'string' ? record(44, u16(200 + i), wide(format)) : Buffer.alloc(0),
  );
  const formats = styles.map((format, i) =>
    record(47, u16(0, typeof format === 'string' ? 200 + i : format), Buffer.alloc(12)),
  );
  return Buffer.concat([
    record(278),
    ...codes,
    record(617, u32(styles.length)),
    ...formats,
    record(618),
    record(279),
  ]);
}
