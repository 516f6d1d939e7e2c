/** Bytes of a body that owners of endpoints can see. */
export const shownBytesMax = 1_024;

/** The beginning of a body, at most `shownBytesMax` bytes in UTF-8; characters are not split. */
export function shownPart(body: string): string {
  const bytes = Buffer.from(body.slice(0, shownBytesMax), 'utf8');
  if (bytes.length <= shownBytesMax && body.length <= shownBytesMax) return body;
  let end = Math.min(bytes.length, shownBytesMax);
  // The first omitted byte must begin a character.
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}

/** Masks signatures and signing secrets that a receiver has echoed. */
export function maskSecrets(answer: string): string {
  return answer
    .replace(/\bwhsec_[A-Za-z0-9+/_=-]+/g, 'whsec_…')
    .replace(/\bv1a?(?:,|%2C)[A-Za-z0-9+/_=%-]{8,}/gi, 'v1,…');
}
