import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SourceFile } from '../source-file';
import { WorkbookError } from '../workbook-error';
import { type RowBuffer } from '../workbook-reader';
import { type TextCharset } from './charset';
import { type Dialect } from './delimiter';
import { createRecordScanner } from './record-scanner';
import { createPieceDecoder } from './text-decoder';

const pieceBytesMin = 64 * 1024;
const pieceBytesMax = 16 * 1024 * 1024;
/** Longest record, and longest quoted field; a record of 64 million characters has to fit memory more than once. */
const recordCharsMax = 64 * 1024 * 1024;
/** A joined string is scanned from its start up to here at first; most records end sooner. */
const bridgeCharsMin = 4 * 1024;
/** The thread answers messages after so many pieces of 64 KB. */
const piecesPerTurn = 64;

/** What became of a text on the way, to be told to whoever reads the result. */
export interface RecordFindings {
  damaged: boolean;
  nulsReplaced: boolean;
  /** Records, by number, whose quoted field was never closed. */
  unclosedAt: readonly number[];
}

/**
 * Streams a text file's records. A window of text is scanned for whole records; what is left of it begins the next one,
 * which is twice as long where no record was whole, so that the work stays linear however long a record is.
 *
 * @throws WorkbookError `too_large` for a record past {@link recordCharsMax}
 */
export async function readRecords(
  file: SourceFile,
  { charset, markBytes }: TextCharset,
  { delimiter, skip }: Dialect,
  onRow: (row: RowBuffer) => void,
): Promise<RecordFindings> {
  const decoder = createPieceDecoder(charset);
  const scanner = createRecordScanner(delimiter);
  let buffer = Buffer.allocUnsafe(pieceBytesMin);
  let position = markBytes;
  let held = '';
  let toSkip = skip;
  let nulsReplaced = false;
  for (let piece = 1, last = false; !last; piece++) {
    const wanted = Math.min(Math.max(held.length, pieceBytesMin), pieceBytesMax);
    if (wanted > buffer.length) buffer = Buffer.allocUnsafe(wanted);
    const bytes = buffer.subarray(0, file.read(buffer.subarray(0, wanted), position));
    position += bytes.length;
    last = bytes.length < wanted;
    let text = decoder.decode(bytes, last);
    if (text.includes('\0')) {
      text = text.split('\0').join('\ufffd');
      nulsReplaced = true;
    }
    const from = held === '' ? toSkip : bridge(text, last);
    toSkip = 0;
    if (from < 0) continue;
    const used = scanner.scan({ text, from, last, full: false }, onRow);
    held = text.slice(used);
    if (piece % piecesPerTurn === 0) await nextTurn();
  }
  return { damaged: decoder.damaged, nulsReplaced, unclosedAt: scanner.unclosedAt };

  /**
   * Scans the record that was held back together with as much of the next piece as ends it, because a joined string is
   * slow to scan. Returns where the next record begins in the piece, -1 where the piece did not end it.
   */
  function bridge(piece: string, last: boolean): number {
    const full = held.length + piece.length >= recordCharsMax;
    for (let taken = Math.max(held.length, bridgeCharsMin); ; taken *= 2) {
      const whole = taken >= piece.length;
      const text = held + piece.slice(0, taken);
      const used = scanner.scan({ text, from: 0, last: last && whole, full: full && whole }, onRow);
      if (used >= held.length) return Math.min(used - held.length, piece.length);
      if (!whole) continue;
      if (full && used === 0) throw new WorkbookError('too_large', recordTooLong);
      held = text.slice(used);
      return -1;
    }
  }
}

const recordTooLong = 'A line of the text is longer than 64 million characters.';
