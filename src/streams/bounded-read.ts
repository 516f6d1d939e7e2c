/**
 * Reads a body to its end.
 *
 * @returns all bytes; null as soon as more than `byteMax` have come, and then a stream is destroyed
 * @throws Error that the body fails with
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
 * Reads the beginning of a body. A stream that is longer is destroyed.
 *
 * @param headBytes largest size of the answer
 * @param readBytesMax bytes after which reading ends; the default is `headBytes`
 * @throws Error that the body fails with
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
