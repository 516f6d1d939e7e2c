/**
 * Typos between two words: letters that are missing, too many, wrong, or swapped with their neighbour. A wrong
 * first letter counts as two.
 *
 * @returns null above `max`, 0 to 2
 */
export function typosBetween(a: string, b: string, max: number): number | null {
  // A character has one or two units.
  if (Math.abs(a.length - b.length) > 2 * max) return null;
  if (a.charCodeAt(0) === b.charCodeAt(0)) return editDistance(Array.from(a), Array.from(b), max);
  return max >= 2 && editDistance(Array.from(a), Array.from(b), 1) === 1 ? 2 : null;
}

/** Edits between two words, swaps of neighbours being one; null above `max`. */
function editDistance(a: readonly string[], b: readonly string[], max: number): number | null {
  if (Math.abs(a.length - b.length) > max) return null;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isEqual ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, before[j - 2]! + 1);
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > max) return null;
    before = last;
    last = row;
  }
  const distance = last[b.length]!;
  return distance <= max ? distance : null;
}
