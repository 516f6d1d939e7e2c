import { type Rect } from '../rect';
import { startsWithBullet } from './list-mark';
import { linesOf, type Segment } from './segment';
import { type Word } from './word';

/** Least width of a gutter, in font sizes; narrower gaps are spaces, wide ones separate segments anyway. */
const gapSizesMin = 0.55;
/** Least ratio of a gutter's width to the spaces of its line. */
const spaceRatioMin = 1.5;
const commonSizesMin = 0.4;
const linesMin = 5;
/** Wide gaps past which a line is a scale's marks and not text in columns. */
const guttersPerLineMax = 6;
const lineDistanceSizesMax = 20;
const touchPoints = 0.5;

/** White between two columns that are close to each other. */
interface Gutter extends Rect {
  lines: number;
}

/**
 * Finds gutters hardly wider than a space, by several lines that leave the same white open.
 *
 * @param segments words joined without regard to gutters
 * @returns whether a gap between two words is a gutter
 */
export function gutterTest(
  segments: readonly Segment[],
  words: readonly Word[],
): ((gap: Rect) => boolean) | null {
  const open: (Gutter & { size: number })[] = [];
  const all: typeof open = [];
  for (const { gap, size } of wideGaps(segments)) {
    const near = open.filter(({ bottom }) => gap.top - bottom <= size * lineDistanceSizesMax);
    open.splice(0, open.length, ...near);
    const common = (gutter: Rect) => Math.min(gutter.right, gap.right) - Math.max(gutter.left, gap.left);
    const known = near
      .filter((gutter) => common(gutter) >= size * commonSizesMin)
      .sort((a, b) => common(b) - common(a))[0];
    if (known === undefined) {
      const gutter = { ...gap, size, lines: 1 };
      open.push(gutter);
      all.push(gutter);
    } else {
      known.left = Math.max(known.left, gap.left);
      known.right = Math.min(known.right, gap.right);
      known.bottom = Math.max(known.bottom, gap.bottom);
      known.lines++;
    }
  }
  const gutters = all.filter(
    (gutter) => gutter.lines >= linesMin && !words.some((word) => crosses(word, gutter)),
  );
  if (gutters.length === 0) return null;
  return (gap) =>
    gutters.some(
      ({ left, top, right, bottom }) =>
        gap.left <= left + touchPoints &&
        gap.right >= right - touchPoints &&
        gap.bottom > top &&
        gap.top < bottom,
    );
}

/** Gaps within lines that are wider than the spaces of their line, from top to bottom. */
function wideGaps(segments: readonly Segment[]): { gap: Rect; size: number }[] {
  return linesOf(segments)
    .flatMap(({ words, size }) => {
      // White behind the mark of a list is no column's end.
      const from = startsWithBullet(`${words[0]!.text} x`) ? 2 : 1;
      const gaps = words.slice(from).map((word, at) => {
        const index = at + from - 1;
        const { right, top, bottom } = words[index]!;
        return {
          size,
          gap: {
            left: right,
            right: word.left,
            top: Math.min(top, word.top),
            bottom: Math.max(bottom, word.bottom),
          },
        };
      });
      const widths = gaps.map(({ gap }) => gap.right - gap.left).sort((a, b) => a - b);
      const space = widths[(widths.length - 1) >> 1] ?? 0;
      const wide = gaps.filter(({ gap: { left, right } }) => {
        const width = right - left;
        return width >= size * gapSizesMin && (width >= space * spaceRatioMin || widths.length === 1);
      });
      return wide.length > guttersPerLineMax ? [] : wide;
    })
    .sort((a, b) => a.gap.top - b.gap.top);
}

function crosses(word: Rect, { left, top, right, bottom }: Rect): boolean {
  const middle = (word.top + word.bottom) / 2;
  return (
    middle > top && middle < bottom && word.left < right - touchPoints && word.right > left + touchPoints
  );
}
