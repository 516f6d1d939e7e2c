import { type Rule } from '../page-drawings';
import { type TurnedWord } from '../read-words';
import { around, holdsMiddle, type Rect } from '../rect';
import { inFrame, outOfFrame } from './frame';
import { type Lexicon } from './lexicon';
import { joinLines } from './paragraphs';
import { joinWords, type Segment } from './segment';

/** A text at another turn than the page's, and its place on the page. */
interface TurnedText {
  rect: Rect;
  lines: Segment[];
  rects: Rect[];
}

/** Greatest distance of the baselines of one text, in font sizes. */
const pitchSizesMax = 1.5;
/** Height of a baseline over the foot of a line, and of its middle, in font sizes. */
const baselineSizes = 0.3;

/**
 * Texts that run up or down in cells of ruled tables, such as names of narrow columns, as words that read from
 * left to right in the middle of their place.
 *
 * @param turned words at other turns than the upright text of the page
 * @param tables places of the tables
 */
export function uprightCellTexts(
  turned: readonly TurnedWord[],
  tables: readonly Rect[],
  {
    rules,
    page,
    lexicon,
  }: { rules: readonly Rule[]; page: { width: number; height: number }; lexicon: Lexicon },
): { words: TurnedWord[]; taken: Set<TurnedWord> } {
  const inside = turned.filter((word) => tables.some((table) => holdsMiddle(table, word)));
  const uprightRules = rules.filter((rule) => !rule.horizontal);
  const words = ([1, 3] as const).flatMap((turn) => {
    const segments = joinWords(inFrame(inside, turn, page)).sort((a, b) => a.baseline - b.baseline);
    const texts: TurnedText[] = [];
    for (const line of segments) {
      const rect = outOfFrame(line, turn, page);
      const text = texts.find((other) => continuesText(other, { line, rect }, uprightRules));
      if (text === undefined) texts.push({ rect, lines: [line], rects: [rect] });
      else {
        text.lines.push(line);
        text.rects.push(rect);
        text.rect = around([text.rect, rect]);
      }
    }
    return texts.map((text) => uprightWord(text, lexicon));
  });
  return { words, taken: new Set(inside.filter(({ turn }) => turn === 1 || turn === 3)) };
}

function continuesText(
  text: TurnedText,
  { line, rect }: { line: Segment; rect: Rect },
  uprightRules: readonly Rule[],
): boolean {
  const last = text.lines.at(-1)!;
  const [from, to] = [middleOf(text.rects.at(-1)!), middleOf(rect)];
  const isRuled = uprightRules.some(
    ({ left, top, bottom }) =>
      left > Math.min(from.x, to.x) && left < Math.max(from.x, to.x) && top < to.y && bottom > to.y,
  );
  const pitch = line.baseline - last.baseline;
  const overlap = Math.min(line.right, last.right) - Math.max(line.left, last.left);
  return !isRuled && pitch > 0 && pitch <= line.size * pitchSizesMax && overlap > 0;
}

function uprightWord({ rect, lines }: TurnedText, lexicon: Lexicon): TurnedWord {
  const [first] = lines as [Segment];
  const { y } = middleOf(rect);
  return {
    ...first.words[0]!,
    left: rect.left,
    right: rect.right,
    top: y - first.size / 2,
    bottom: y + first.size / 2,
    baseline: y + first.size * baselineSizes,
    text: lines.reduce((text, line) => joinLines(text, line.text, lexicon), ''),
    bold: first.bold,
    spaceBefore: true,
    turn: 0,
  };
}

function middleOf({ left, top, right, bottom }: Rect): { x: number; y: number } {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
