import { createPieceBytes, type RecordPiece, withoutByteOrderMark } from './record-pieces';

const newline = 0x0a;

/**
 * Splits NDJSON into its records. Lines end with LF or CRLF; blank lines count as lines, but are no records.
 * The last line needs no end.
 */
export async function* splitLines(
  body: AsyncIterable<Buffer>,
  recordBytesMax?: number,
): AsyncGenerator<RecordPiece> {
  const piece = createPieceBytes(recordBytesMax);
  let line = 1;
  for await (const chunk of withoutByteOrderMark(body)) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      piece.add(chunk.subarray(from, end));
      const bytes = piece.take();
      if (bytes?.length !== 0) yield { line, index: null, bytes };
      line++;
      from = end + 1;
    }
    piece.add(chunk.subarray(from));
  }
  const bytes = piece.take();
  if (bytes?.length !== 0) yield { line, index: null, bytes };
}
