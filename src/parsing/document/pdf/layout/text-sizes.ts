/** Which font sizes of a document are its running text, and which are headings. */
export interface TextSizes {
  /** In points. */
  body: number;
  /** Sizes of headings, largest first. */
  headings: readonly number[];
}

const headingRatioMin = 1.15;
const headingLevelsMax = 5;
const stepPoints = 0.5;

/**
 * The most frequent size, or the middle one where that is larger, as where tables in small print outweigh the
 * text.
 */
function bodyOf(counts: ReadonlyMap<number, number>): number {
  let body = 10;
  let most = 0;
  let all = 0;
  for (const [size, letters] of counts) {
    all += letters;
    if (letters > most) [body, most] = [size, letters];
  }
  let half = all / 2;
  for (const [size, letters] of [...counts].sort((a, b) => a[0] - b[0])) {
    half -= letters;
    if (half <= 0) return Math.max(body, size);
  }
  return body;
}

/** Counts letters by font size. */
export function createSizeCounter(): { add(size: number, letters: number): void; sizes(): TextSizes } {
  const counts = new Map<number, number>();
  return {
    add(size, letters) {
      const step = Math.round(size / stepPoints) * stepPoints;
      counts.set(step, (counts.get(step) ?? 0) + letters);
    },
    sizes() {
      const body = bodyOf(counts);
      const headings: number[] = [];
      for (const size of [...counts.keys()].sort((a, b) => b - a)) {
        if (size < body * headingRatioMin) break;
        if (headings.length === 0 || size < headings.at(-1)! * 0.95) headings.push(size);
      }
      return { body, headings: headings.slice(0, headingLevelsMax) };
    },
  };
}
