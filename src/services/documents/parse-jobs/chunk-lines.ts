import { type Readable } from 'node:stream';

const newline = 0x0a;
const comma = 0x2c;

/**
 * Yields lines of chunks from a part of a stored result, without parsing them. It skips `linesBefore` lines,
 * then yields up to `count` lines, separated by commas as stored, without a comma after the last one.
 */
export async function* chunkLines(
  stored: Readable,
  { linesBefore, count }: { linesBefore: number; count: number },
): AsyncGenerator<Buffer> {
  let toSkip = linesBefore;
  let toYield = count;
  // Held back because the comma at its end must be removed where no chunk follows.
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of stored as AsyncIterable<Buffer>) {
    let start = 0;
    for (; toSkip > 0 && start < piece.length; toSkip--) {
      const end = piece.indexOf(newline, start);
      if (end === -1) break;
      start = end + 1;
    }
    if (toSkip > 0) continue;
    const end = endOfLines(piece, start, toYield);
    toYield -= end.lines;
    const part = piece.subarray(start, end.at);
    if (part.length > 0) {
      if (held.length > 0) yield held;
      held = part;
    }
    if (toYield === 0) break;
  }
  stored.destroy();
  yield toYield === 0 ? withoutComma(held) : held;
}

/**
 * End of the last of `max` lines, without its line break, or of the piece; `lines` is the number of lines
 * found.
 */
function endOfLines(piece: Buffer, start: number, max: number): { at: number; lines: number } {
  let from = start;
  for (let lines = 0; lines < max; lines++) {
    const end = piece.indexOf(newline, from);
    if (end === -1) return { at: piece.length, lines };
    if (lines === max - 1) return { at: end, lines: max };
    from = end + 1;
  }
  return { at: from, lines: max };
}

function withoutComma(line: Buffer): Buffer {
  return line.at(-1) === comma ? line.subarray(0, -1) : line;
}
