const newline = 0x0a;

/**
 * Lines of a body in UTF-8, without their line feeds. Unlike for `node:readline`, a carriage return ends no
 * line.
 */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let held: Uint8Array[] = [];
  for await (const piece of body) {
    let start = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      held.push(piece.subarray(start, end));
      yield Buffer.concat(held).toString();
      held = [];
      start = end + 1;
    }
    if (start < piece.length) held.push(piece.subarray(start));
  }
  if (held.length > 0) yield Buffer.concat(held).toString();
  return undefined;
}
