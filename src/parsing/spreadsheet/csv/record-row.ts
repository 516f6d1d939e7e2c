import { rawTextAt } from '../raw-text';
import { type CellRow, createRawRow, growRowBuffer } from '../row-buffer';
import { CellKind, type RawTexts, RawForm } from '../workbook-reader';
import { createTextCache, type TextCache } from '../text-cache';

/** A record as a row whose texts stay bytes until somebody asks for them. */
export interface RecordRow {
  readonly row: CellRow & { places: RawTexts };
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
  const row = createRawRow(Buffer.alloc(0), makeTexts, null);
  const { texts, places: raw } = row;
  let cache: TextCache | null = null;
  let windowEnd = 0;
  /**
   * The window with a character for each byte, of which ASCII texts are slices: far cheaper than decoding
   * each.
   */
  let window: string | null = null;

  function makeTexts({ length }: CellRow): void {
    const { bytes, start, end, form } = raw;
    const ascii = (window ??= bytes.toString('latin1', 0, windowEnd));
    for (let i = 0; i < length; i++) {
      const from = start[i]!;
      if (from < 0) continue;
      if (form[i] === RawForm.plain) texts[i] = ascii.slice(from, end[i]);
      else if (form[i] === RawForm.utf8)
        texts[i] = (cache ??= createTextCache()).get(bytes, from, end[i]!, false);
      else texts[i] = rawTextAt(raw, i);
    }
  }

  return {
    row,
    begin(bytes, end) {
      raw.bytes = bytes;
      windowEnd = end;
      window = null;
    },
    show(record, cells) {
      row.row = record;
      row.length = cells;
      row.pending = true;
    },
    keepText(i, text) {
      raw.start[i] = -1;
      texts[i] = text;
    },
    grow() {
      growRowBuffer(row);
      row.kind.fill(CellKind.text);
    },
  };
}
