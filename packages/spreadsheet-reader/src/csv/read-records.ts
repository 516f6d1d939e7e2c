import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SourceFile } from '../source/source-file';
import { SourceError } from '../source/source-error';
import { type RowBuffer } from '../workbook-reader';
import { type TextCharset } from '../text/charset';
import { type Dialect } from './dialect';
import { createRecordScanner } from './record-scanner';
import { createPieceDecoder } from '../text/text-decoder';

const pieceBytesMin = 64 * 1024;
const pieceBytesMax = 16 * 1024 * 1024;
/**
 * Characters of a record, and of a quoted field, at most; a record of 64 million characters is in memory more
 * than once.
 */
const recordCharsMax = 64 * 1024 * 1024;
/** Pieces of 64 KB after which the thread handles messages. */
const piecesPerTurn = 64;

/** Findings about a text, which become warnings. */
export interface RecordFindings {
  damaged: boolean;
  nulsReplaced: boolean;
  /** Numbers of records whose quoted field was never closed. */
  unclosedAt: readonly number[];
}

/**
 * Streams a text file's records. A window of UTF-8 is scanned for complete records; the rest begins the next
 * window, which is twice as long where no record was complete, so that the work stays linear for records of
 * any length.
 *
 * @throws SourceError `too_large` for a record past {@link recordCharsMax}
 */
export async function readRecords(
  file: SourceFile,
  { charset, markBytes }: TextCharset,
  dialect: Dialect,
  onRow: (row: RowBuffer) => void,
): Promise<RecordFindings> {
  const decoder = createPieceDecoder(charset);
  const { delimiter, skip } = dialect;
  const scanner = createRecordScanner(dialect);
  let buffer = Buffer.allocUnsafeSlow(pieceBytesMin);
  let window = Buffer.allocUnsafeSlow(2 * pieceBytesMin);
  let held = 0;
  let position = markBytes;
  let toSkip = skip === 0 ? 0 : skip - 1 + Buffer.byteLength(delimiter);
  let nulsReplaced = false;
  for (let piece = 1, last = false; !last; piece++) {
    const wanted = Math.min(Math.max(held, pieceBytesMin), pieceBytesMax);
    if (wanted > buffer.length) buffer = Buffer.allocUnsafeSlow(wanted);
    const bytes = buffer.subarray(0, file.read(buffer.subarray(0, wanted), position));
    position += bytes.length;
    last = bytes.length < wanted;
    const text = withoutNuls(decoder.decode(bytes, last).subarray(toSkip));
    toSkip = 0;
    const end = held + text.length;
    if (end >= window.length) {
      const larger = Buffer.allocUnsafeSlow(end + 1);
      window.copy(larger, 0, 0, held);
      window = larger;
    }
    text.copy(window, held);
    const full = end >= recordCharsMax && charsOf(window, end) >= recordCharsMax;
    const used = scanner.scan({ bytes: window, end, last, full }, onRow);
    if (full && used === 0) throw new SourceError('too_large', recordTooLong);
    window.copyWithin(0, used, end);
    held = end - used;
    if (piece % piecesPerTurn === 0) await nextTurn();
  }
  return { damaged: decoder.damaged, nulsReplaced, unclosedAt: scanner.unclosedAt };

  function withoutNuls(text: Buffer): Buffer {
    if (!text.includes(0)) return text;
    nulsReplaced = true;
    return Buffer.from(text.toString().split('\0').join('\ufffd'));
  }
}

/** Length in UTF-16 units of valid UTF-8. */
function charsOf(bytes: Buffer, end: number): number {
  let chars = 0;
  for (let i = 0; i < end; i++) {
    const byte = bytes[i]!;
    if ((byte & 0xc0) !== 0x80) chars += byte >= 0xf0 ? 2 : 1;
  }
  return chars;
}

const recordTooLong = 'A line of the text is longer than 64 million characters.';
