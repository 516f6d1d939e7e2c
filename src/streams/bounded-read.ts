/**
 * Reads a body to its end.
 *
 * @returns all bytes; null as soon as more than `byteMax` have arrived, when the stream is destroyed
 * @throws Error of the body
 */
export async function readBytes(body: AsyncIterable<Uint8Array>, byteMax: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of body) {
    byteCount += chunk.length;
    // Leaving the loop destroys the stream.
    if (byteCount > byteMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, byteCount);
}

/**
 * Reads the beginning of a body, and destroys a longer stream.
 *
 * @param headBytes size limit of the result
 * @param readBytesMax bytes after which reading stops; default `headBytes`
 * @throws Error of the body
 */
export async function readHead(
  body: AsyncIterable<Uint8Array>,
  headBytes: number,
  readBytesMax = headBytes,
): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of body) {
    if (byteCount < headBytes) kept.push(chunk.subarray(0, headBytes - byteCount));
    byteCount += chunk.length;
    if (byteCount >= readBytesMax) break;
  }
  return Buffer.concat(kept);
}
