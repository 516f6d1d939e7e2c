/**
 * Adds a double to a sum that is held exactly, as parts of ascending size that share no digits.
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

/** Double nearest to a sum of {@link addExactly}; of two, the even one. */
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
  // A half that was rounded to the even double goes the other way where smaller parts lie beyond it.
  const below = at > 0 ? parts[at - 1]! : 0;
  if ((error < 0 && below < 0) || (error > 0 && below > 0)) {
    const doubled = error * 2;
    const other = sum + doubled;
    if (doubled === other - sum) sum = other;
  }
  return sum;
}
