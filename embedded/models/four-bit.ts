/** Numbers of four bits, 8 for zero, in groups with a scale each: `value ≈ (number - 8) × scale`. */
export interface FourBitTable {
  /** Scales as 16-bit floats, one for each group. */
  scales: Uint16Array;
  /** Two numbers a byte: those of the first half of a group in the low bits, the others in the high ones. */
  packed: Uint8Array;
}

/** Numbers of one group. */
export const groupSize = 32;
/** Bytes of one group without its scale. */
export const groupPackedBytes = groupSize / 2;
/** The number that stands for 0. */
export const fourBitZero = 8;

/** The numbers of a table, as 32-bit floats. */
export function numbersOf({ scales, packed }: FourBitTable): Float32Array {
  const numbers = new Float32Array(scales.length * groupSize);
  scales.forEach((scale, group) => {
    const step = realOf(scale);
    for (let at = 0; at < groupPackedBytes; at += 1) {
      const pair = packed[group * groupPackedBytes + at]!;
      numbers[group * groupSize + at] = ((pair & 15) - fourBitZero) * step;
      numbers[group * groupSize + groupPackedBytes + at] = ((pair >> 4) - fourBitZero) * step;
    }
  });
  return numbers;
}

/** The numbers with two neighbours in a byte, the first in the low bits, as `MatMulNBits` takes them. */
export function neighboursPacked({ packed }: FourBitTable): Uint8Array {
  const half = groupPackedBytes / 2;
  return packed.map((_, at) => {
    const group = at - (at % groupPackedBytes);
    // Bytes of the first half of the result hold numbers of low bits, the others those of high bits.
    const inHigh = at - group >= half;
    const first = group + 2 * (at - group - (inHigh ? half : 0));
    const number = (place: number) => (inHigh ? packed[place]! >> 4 : packed[place]! & 15);
    return number(first) | (number(first + 1) << 4);
  });
}

/** The number that 16 bits of IEEE 754 stand for. */
export function realOf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
