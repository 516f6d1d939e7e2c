import { type Rect } from '../rect';
import { markOf } from './list-mark';
import { type Paragraph } from './paragraphs';

const paragraphsMax = 4;
const charsMax = 160;
const linesMax = 3;
/** Greatest and least white between the lines of a title, and above the table, in font sizes. */
const gapSizesMax = 2.2;
const gapSizesMin = -0.6;
/** A sentence, or a part of one: its end, its middle, or two in a row. */
const sentence = /[.;,!?]["'”’)]?$|^\p{Ll}|\p{Ll}{2}[.!?]\s+\p{Lu}/u;

/**
 * Number of paragraphs, at their end, that are the title of the table below: short lines right above it.
 *
 * @param above the table above the paragraphs, null for none; lines nearer to it are its notes
 */
export function titleParagraphs(paragraphs: readonly Paragraph[], table: Rect, above: Rect | null): number {
  let below = table.top;
  let count = 0;
  while (count < Math.min(paragraphsMax, paragraphs.length)) {
    const paragraph = paragraphs.at(-1 - count)!;
    if (!isTitle(paragraph, table, below)) break;
    below = paragraph.rect.top;
    count++;
  }
  if (above === null || count < paragraphs.length || count === 0) return count;
  const isNote = paragraphs[0]!.rect.top - above.bottom < table.top - paragraphs.at(-1)!.rect.bottom;
  return isNote ? 0 : count;
}

function isTitle({ text, lines, rect, size }: Paragraph, table: Rect, below: number): boolean {
  const gap = (below - rect.bottom) / size;
  return (
    text.length <= charsMax &&
    lines.length <= linesMax &&
    gap <= gapSizesMax &&
    gap >= gapSizesMin &&
    Math.min(rect.right, table.right) > Math.max(rect.left, table.left) &&
    !sentence.test(text) &&
    (text.match(/\p{L}/gu)?.length ?? 0) > (text.match(/\p{N}/gu)?.length ?? 0) &&
    markOf(text) === null
  );
}
