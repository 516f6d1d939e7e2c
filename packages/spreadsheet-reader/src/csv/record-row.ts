import { rawTextAt } from '../raw-text';
import { type CellRow, createRawRow, growRowBuffer } from '../row-buffer';
import { CellKind, type RawTexts, RawForm } from '../workbook-reader';
import { createTextCache, type TextCache } from '../text-cache';

/** A record as a row whose texts stay bytes until they are read. */
export interface RecordRow {
  readonly row: CellRow & { places: RawTexts };
  /** Sets the bytes of the next records, up to `end`. */
  begin(bytes: Buffer, end: number): void;
  /** Completes a record with its number and count of cells; their texts are not made yet. */
  show(record: number, cells: number): void;
  /** Sets a text of cell `i` of the current record that is not in the bytes. */
  keepText(i: number, text: string): void;
  /** Doubles the capacity. */
  grow(): void;
}

/** Creates an empty row, which a scanner fills and passes on again and again. */
export function createRecordRow(): RecordRow {
  const row = createRawRow(Buffer.alloc(0), makeTexts, null);
  const { texts, places: raw } = row;
  let cache: TextCache | null = null;
  let windowEnd = 0;
  /**
   * Window as a string with a character per byte, of which ASCII texts are slices: far cheaper than decoding
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
