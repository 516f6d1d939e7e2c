/** Font sizes of a document: running text and headings. */
export interface TextSizes {
  /** Size of running text in points. */
  body: number;
  /** Sizes of headings in points, largest first. */
  headings: readonly number[];
}

const headingRatioMin = 1.15;
const headingLevelsMax = 5;
const stepPoints = 0.5;

/**
 * Most frequent size, or the median where that is larger, as where tables in small print outweigh the text.
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

/** Counter of letters by font size; `size` is in points. */
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
