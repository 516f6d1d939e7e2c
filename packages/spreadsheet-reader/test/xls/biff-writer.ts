import { RecordType } from '../../src/xls/record-type';
import { writeCompoundFile } from './compound-file-writer';

/** A record of a workbook stream. */
export function record(type: number, ...data: Buffer[]): Buffer {
  const body = Buffer.concat(data);
  return Buffer.concat([u16(type, body.length), body]);
}

/** 16-bit numbers, little end first. */
export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, i * 2);
  return bytes;
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, i * 4);
  return bytes;
}

export function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** A BIFF8 text with a 16-bit length: flag and characters, wide where they need it. */
export function text16(text: string): Buffer {
  return Buffer.concat([u16(text.length), characters(text)]);
}

export function text8(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), characters(text)]);
}

/** The flag for the width and the characters. */
export function characters(text: string): Buffer {
  const wide = /[^\0-\u00ff]/.test(text);
  return Buffer.concat([Buffer.from([wide ? 1 : 0]), Buffer.from(text, wide ? 'utf16le' : 'latin1')]);
}

export const eof = record(RecordType.eof);

export function bof(kind: 0x05 | 0x10 | 0x20, version = 0x0600): Buffer {
  return record(RecordType.bof, u16(version, kind, 0, 0), u32(0, 0));
}

export interface XlsParts {
  /** Records of the workbook's own part, without its sheet list. */
  globals?: Buffer[];
  /** Records of each sheet, between BOF and EOF. */
  sheets: { name?: string; records: Buffer[]; state?: 0 | 1 | 2; kind?: 0 | 1 | 2; ends?: boolean }[];
  version?: 0x0500 | 0x0600;
}

/** A workbook stream: its own part first, with the places of the sheets behind it. */
export function workbookStream({ globals = [], sheets, version = 0x0600 }: XlsParts): Buffer {
  const name =
    version === 0x0600
      ? text8
      : (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
  const listOf = (places: readonly number[]) =>
    sheets.map(({ name: own, state = 0, kind = 0 }, i) =>
      record(
        RecordType.boundSheet,
        u32(places[i]!),
        Buffer.from([state, kind]),
        name(own ?? `Sheet${i + 1}`),
      ),
    );
  const head = (places: readonly number[]) =>
    Buffer.concat([bof(0x05, version), ...globals, ...listOf(places), eof]);
  const bodies = sheets.map(({ records, kind = 0, ends = true }) =>
    Buffer.concat([bof(kind === 2 ? 0x20 : 0x10, version), ...records, ...(ends ? [eof] : [])]),
  );
  let at = head(sheets.map(() => 0)).length;
  const places = bodies.map((body) => (at += body.length) - body.length);
  return Buffer.concat([head(places), ...bodies]);
}

/** A whole XLS file. */
export function writeXls(parts: XlsParts): Buffer {
  return writeCompoundFile({ [parts.version === 0x0500 ? 'Book' : 'Workbook']: workbookStream(parts) });
}
