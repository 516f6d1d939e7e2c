import { type Rect } from '../rect';
import { markOf } from './list-mark';
import { type Paragraph } from './paragraphs';

const paragraphsMax = 4;
const charsMax = 160;
const linesMax = 3;
/** Greatest and least white between the lines of a title, and above the table, in font sizes. */
const gapSizesMax = 2.2;
const gapSizesMin = -0.6;
const endsSentence = /[.;,!?]["'”’)]?$/u;

/** Number of paragraphs, at their end, that are the title of the table below: short lines right above it. */
export function titleParagraphs(paragraphs: readonly Paragraph[], table: Rect): number {
  let below = table.top;
  let count = 0;
  while (count < Math.min(paragraphsMax, paragraphs.length)) {
    const paragraph = paragraphs.at(-1 - count)!;
    if (!isTitle(paragraph, table, below)) break;
    below = paragraph.rect.top;
    count++;
  }
  return count;
}

function isTitle({ text, lines, rect, size }: Paragraph, table: Rect, below: number): boolean {
  const gap = (below - rect.bottom) / size;
  return (
    text.length <= charsMax &&
    lines.length <= linesMax &&
    gap <= gapSizesMax &&
    gap >= gapSizesMin &&
    Math.min(rect.right, table.right) > Math.max(rect.left, table.left) &&
    !endsSentence.test(text) &&
    markOf(text) === null
  );
}
