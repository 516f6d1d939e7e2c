import { record, u16, u32 } from './biff-writer';
import { RecordType } from '../../../src/parsing/spreadsheet/xls/record-type';

/** A record of the drawing layer ([MS-ODRAW]); containers have version 15. */
export function art(type: number, instance: number, ...data: Buffer[]): Buffer {
  const body = Buffer.concat(data);
  const version = type >= 0xf000 && type <= 0xf004 ? 15 : 0;
  return Buffer.concat([u16((instance << 4) | version, type), u32(body.length), body]);
}

/** The record in which a workbook keeps its pictures, and those that continue it. */
export function pictureGroup(pictures: readonly Buffer[], recordBytes = 8_000): Buffer[] {
  const entries = pictures.map((picture) => art(0xf007, 0, Buffer.alloc(36), picture));
  const group = art(0xf000, 0, art(0xf001, pictures.length, ...entries));
  return split(group, recordBytes).map((part, i) =>
    record(i === 0 ? RecordType.drawingGroup : RecordType.continue, part),
  );
}

/** A picture of the store: an id, a tag, the bytes. */
export function storedPicture(type: number, instance: number, bytes: Buffer, ids = 1): Buffer {
  return art(type, instance, Buffer.alloc(16 * ids), Buffer.from([0xff]), bytes);
}

export interface ShapeParts {
  picture?: number;
  name?: string;
  altText?: string;
  /** First column and row, last column and row. */
  anchor?: [number, number, number, number];
  group?: boolean;
  object?: boolean;
}

export function shape({
  picture = 0,
  name,
  altText,
  anchor,
  group = false,
  object = true,
}: ShapeParts): Buffer {
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
export function drawing(shapes: readonly Buffer[], recordBytes = 8_000): Buffer[] {
  const container = art(0xf002, 1, art(0xf008, 0, Buffer.alloc(8)), art(0xf003, 0, ...shapes));
  return split(container, recordBytes).map((part) => record(RecordType.drawing, part));
}

export function object(kind: number, id = 1): Buffer {
  return record(RecordType.object, u16(0x15, 0x12, kind, id), Buffer.alloc(14));
}

function split(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}
