import { rawTextAt } from '../raw-text';
import { CellKind, type RawTexts, RawForm, type RowBuffer } from '../workbook-reader';
import { createTextCache } from '../xlsx/rows/text-cache';

const initialCells = 64;

/** A record as a row whose texts stay bytes until somebody asks for them. */
export interface RecordRow extends RowBuffer {
  readonly raw: RawTexts;
  /** The next records lie in these bytes, up to `end`. */
  begin(bytes: Buffer, end: number): void;
  /** The next record is complete: its number, and its cells, none of whose texts are made. */
  show(record: number, cells: number): void;
  /** Gives cell `i` of the record under way a text that stands nowhere in the bytes. */
  keepText(i: number, text: string): void;
  /** Doubles the room. */
  grow(): void;
}

/** An empty row for a scanner to fill and hand out again and again. */
export function createRecordRow(): RecordRow {
  const texts: string[] = [];
  const cache = createTextCache();
  let made = false;
  let windowEnd = 0;
  /** The window with a character for each byte, of which ASCII texts are slices: far cheaper than decoding each. */
  let window: string | null = null;

  function makeTexts(): void {
    const { bytes, start, end, form } = row.raw;
    const ascii = (window ??= bytes.toString('latin1', 0, windowEnd));
    for (let i = 0; i < row.length; i++) {
      const from = start[i]!;
      if (from < 0) continue;
      if (form[i] === RawForm.plain) texts[i] = ascii.slice(from, end[i]);
      else if (form[i] === RawForm.utf8) texts[i] = cache.get(bytes, from, end[i]!, false);
      else texts[i] = rawTextAt(row.raw, i);
    }
    made = true;
  }

  const row: RecordRow = {
    row: 0,
    length: 0,
    hidden: false,
    column: new Int32Array(initialCells),
    kind: new Uint8Array(initialCells).fill(CellKind.text),
    style: new Int32Array(initialCells),
    number: new Float64Array(initialCells),
    get text() {
      if (!made) makeTexts();
      return texts;
    },
    formula: new Uint8Array(initialCells),
    raw: {
      bytes: Buffer.alloc(0),
      start: new Int32Array(initialCells),
      end: new Int32Array(initialCells),
      form: new Uint8Array(initialCells),
    },
    begin(bytes, end) {
      row.raw.bytes = bytes;
      windowEnd = end;
      window = null;
    },
    show(record, cells) {
      row.row = record;
      row.length = cells;
      made = false;
    },
    keepText(i, text) {
      row.raw.start[i] = -1;
      texts[i] = text;
    },
    grow() {
      const cells = row.column.length * 2;
      const { column, raw } = row;
      (row.column = new Int32Array(cells)).set(column);
      row.kind = new Uint8Array(cells).fill(CellKind.text);
      row.style = new Int32Array(cells);
      row.number = new Float64Array(cells);
      row.formula = new Uint8Array(cells);
      const { start, end, form } = raw;
      (raw.start = new Int32Array(cells)).set(start);
      (raw.end = new Int32Array(cells)).set(end);
      (raw.form = new Uint8Array(cells)).set(form);
    },
  };
  return row;
}
