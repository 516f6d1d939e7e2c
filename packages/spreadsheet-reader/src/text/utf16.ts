const sampledBytesMax = 16 * 1024;

/**
 * Byte order of UTF-16 text without a byte order mark, or null for other bytes. Text of any script has line
 * breaks, digits and delimiters, whose high byte is zero: the zeros of UTF-16 are on one side of each pair,
 * beside a printable character. Decided by the first 16 KB.
 */
export function unmarkedUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(head.length, sampledBytesMax) & ~1;
  const zeros = [0, 0];
  const beside = [0, 0];
  let breaks = 0;
  for (let i = 0; i < length; i++) {
    if (head[i] !== 0) continue;
    const side = i & 1;
    const partner = head[i ^ 1]!;
    zeros[side]!++;
    if (isTextByte(partner)) beside[side]!++;
    if (partner === 0x0a || partner === 0x0d) breaks++;
  }
  const side = zeros[1]! >= zeros[0]! ? 1 : 0;
  const found = zeros[side]!;
  const units = length / 2;
  const oneSided = zeros[1 - side]! * 20 <= found && beside[side]! * 20 >= found * 19;
  const enough = found * 2 >= units || (breaks > 0 && found * 50 >= units);
  if (found === 0 || !oneSided || !enough) return null;
  return side === 1 ? 'utf-16le' : 'utf-16be';
}

function isTextByte(byte: number): boolean {
  return byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
