import { createPieceBytes, isBlank, type RecordPiece, withoutByteOrderMark } from './record-pieces';
import { RecordsBodyError } from './records-body';

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Bytes in which a wrapper, `{"records": [`, must have come to its array. */
const wrapperBytesMax = 1_024;

/**
 * Splits a JSON array of records, or an object `{"records": […]}`, into the elements of the array. The form of
 * an element is not checked; neither is what it holds.
 *
 * @throws RecordsBodyError `malformed` for a body of another form, or one that ends early
 */
export async function* splitArray(
  body: AsyncIterable<Buffer>,
  recordBytesMax?: number,
): AsyncGenerator<RecordPiece> {
  const opening = createOpening();
  const elements = createElements(recordBytesMax);
  const closing = createClosing();
  for await (const chunk of withoutByteOrderMark(body)) {
    let from = opening.read(chunk);
    while (from < chunk.length && !elements.isOver()) {
      const next = elements.read(chunk, from);
      if (next.piece !== null) yield next.piece;
      from = next.from;
    }
    if (elements.isOver()) closing.read(chunk.subarray(from), opening.isWrapped());
  }
  if (!opening.isOpen()) throw wrongForm();
  if (!elements.isOver() || !closing.isOver(opening.isWrapped()))
    throw new RecordsBodyError('malformed', 'The body ends before its array does.');
}

/** Reader of what comes before the first element. */
function createOpening() {
  let head = '';
  let isOpen = false;

  return {
    /** Place of the first byte in a chunk that belongs to the array; the chunk's length when there is none. */
    read(chunk: Buffer): number {
      if (isOpen) return 0;
      const end = chunk.indexOf(openBracket);
      head += chunk.toString('latin1', 0, end === -1 ? chunk.length : end);
      const form = head.trim();
      isOpen = end !== -1 && (form === '' || /^\{\s*"records"\s*:$/.test(form));
      if (isOpen) return end + 1;
      if (end !== -1 || head.length > wrapperBytesMax) throw wrongForm();
      return chunk.length;
    },
    isOpen: () => isOpen,
    isWrapped: () => head.includes('{'),
  };
}

/** Reader of the elements and of the bracket behind them. */
function createElements(recordBytesMax: number | undefined) {
  const bytesOf = createPieceBytes(recordBytesMax);
  let index = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isOver = false;

  /** Whether an element ends before this byte. */
  function endsBefore(byte: number): boolean {
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) isInString = false;
      return false;
    }
    if (byte === quote) isInString = true;
    else if (depth === 0) {
      if (byte === comma || byte === closeBracket) return true;
      if (byte === openBrace || byte === openBracket) depth = 1;
    } else if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    return false;
  }

  return {
    isOver: () => isOver,
    /** Reads from a place on up to the end of the next element, or of the chunk. */
    read(chunk: Buffer, from: number): { from: number; piece: RecordPiece | null } {
      let at = from;
      while (at < chunk.length && !endsBefore(chunk[at]!)) at++;
      bytesOf.add(chunk.subarray(from, at));
      if (at === chunk.length) return { from: at, piece: null };
      isOver = chunk[at] === closeBracket;
      const bytes = bytesOf.take();
      const isEmptyArray = isOver && index === 0 && bytes?.length === 0;
      const piece = isEmptyArray ? null : { line: null, index, bytes };
      index++;
      return { from: at + 1, piece };
    },
  };
}

/** Reader of what follows the array: the end of the wrapper. */
function createClosing() {
  let closed = false;

  return {
    isOver: (isWrapped: boolean) => closed || !isWrapped,
    read(rest: Buffer, isWrapped: boolean): void {
      for (const byte of rest) {
        if (isBlank(byte)) continue;
        if (byte !== closeBrace || !isWrapped || closed)
          throw new RecordsBodyError('malformed', 'The body continues behind its array of records.');
        closed = true;
      }
    },
  };
}

function wrongForm(): RecordsBodyError {
  const form = 'a JSON array of records, or an object whose only member is `records`';
  return new RecordsBodyError('malformed', `The body must be ${form}.`);
}
