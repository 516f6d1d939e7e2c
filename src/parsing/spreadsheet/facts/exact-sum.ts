/**
 * Adds a double to an exact sum: parts of ascending size that share no digits.
 *
 * Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997, Grow-Expansion.
 */
export function addExactly(parts: number[], value: number): void {
  let rest = value;
  let kept = 0;
  for (const part of parts) {
    const sum = rest + part;
    const error = Math.abs(rest) < Math.abs(part) ? rest - (sum - part) : part - (sum - rest);
    if (error !== 0) parts[kept++] = error;
    rest = sum;
  }
  parts.length = kept;
  parts.push(rest);
}

/** Double nearest to a sum of {@link addExactly}; the even one where two are equally near. */
export function roundedSum(parts: readonly number[]): number {
  let at = parts.length - 1;
  let sum = parts[at] ?? 0;
  let error = 0;
  while (at > 0 && error === 0) {
    const before = sum;
    const part = parts[--at]!;
    sum = before + part;
    error = part - (sum - before);
  }
  // Smaller parts on the other side change the result where the sum lies halfway and was rounded to the even
  // double.
  const below = at > 0 ? parts[at - 1]! : 0;
  if ((error < 0 && below < 0) || (error > 0 && below > 0)) {
    const doubled = error * 2;
    const other = sum + doubled;
    if (doubled === other - sum) sum = other;
  }
  return sum;
}
