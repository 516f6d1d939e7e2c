import { rangeName } from '../a1';
import { type SheetLayout } from '../workbook-reader';
import { type RecordCursor } from './record-cursor';

const URL_MONIKER = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');
const FILE_MONIKER = Buffer.from('0303000000000000c000000000000046', 'hex');
const classIdBytes = 16;
/** Flags of a hyperlink object ([MS-OSHARED] 2.3.7.1). */
const hasMoniker = 0x001;
const hasLocation = 0x008;
const hasDisplayName = 0x010;
const hasFrame = 0x080;
const monikerAsText = 0x100;

/**
 * Target of an HLINK record ([MS-XLS] 2.4.140), with the first cell of its range. A place in the workbook
 * itself is `#Sheet2!A1`. Null where the record is cut or has no target.
 */
export function readHyperlink({
  bytes,
  view,
  start,
  end,
}: RecordCursor): SheetLayout['links'][number] | null {
  const fields = createFields(bytes.subarray(start, end));
  if (end - start < 32) return null;
  const row = view.getUint16(start, true) + 1;
  const column = view.getUint16(start + 4, true);
  fields.skip(8 + classIdBytes + 4);
  const flags = fields.uint32();
  if (flags & hasDisplayName) fields.text();
  if (flags & hasFrame) fields.text();
  let target = '';
  if (flags & hasMoniker) target = flags & monikerAsText ? fields.text() : readMoniker(fields);
  const location = flags & hasLocation ? fields.text() : '';
  const url = location === '' ? target : `${target}#${location}`;
  return url === '' ? null : { cell: rangeName(row, row, column, column), url };
}

/** Address of a moniker ([MS-OSHARED] 2.3.7.2): the types that name a URL or a file. */
function readMoniker(fields: Fields): string {
  const id = fields.bytes(classIdBytes);
  if (id.equals(URL_MONIKER)) return untilNul(fields.bytes(fields.uint32()).toString('utf16le'));
  if (!id.equals(FILE_MONIKER)) return '';
  const parents = '..\\'.repeat(Math.min(fields.uint16(), 64));
  const narrow = untilNul(fields.bytes(fields.uint32()).toString('latin1'));
  fields.skip(24);
  const wideBytes = fields.uint32() > 0 ? fields.uint32() : 0;
  fields.skip(wideBytes > 0 ? 2 : 0);
  const wide = untilNul(fields.bytes(wideBytes).toString('utf16le'));
  return parents + (wide === '' ? narrow : wide);
}

function untilNul(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** Sequential reader of fields; behind the end everything is 0 or empty. */
interface Fields {
  uint16(): number;
  uint32(): number;
  bytes(count: number): Buffer;
  skip(count: number): void;
  /** Reads a counted UTF-16 text that ends with NUL. */
  text(): string;
}

function createFields(data: Buffer): Fields {
  let at = 0;
  const bytes = (count: number): Buffer => {
    const part = data.subarray(at, at + count);
    at += count;
    return part;
  };
  const number = (size: 2 | 4): number => {
    const part = bytes(size);
    return part.length === size ? part.readUIntLE(0, size) : 0;
  };
  return {
    uint16: () => number(2),
    uint32: () => number(4),
    bytes,
    skip: (count) => {
      at += count;
    },
    text: () => untilNul(bytes(number(4) * 2).toString('utf16le')),
  };
}
