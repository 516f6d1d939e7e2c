const pieceChars = 64 * 1024;

/** Joins short texts, so that not each is a piece of the answer of its own. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer, undefined> {
  let held = '';
  for await (const text of texts) {
    held += text;
    if (held.length < pieceChars) continue;
    yield Buffer.from(held);
    held = '';
  }
  yield Buffer.from(held);
  return undefined;
}
