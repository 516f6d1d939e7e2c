import { type Rule } from '../page-drawings';
import { type PageTags } from '../structure';
import { type TurnedWord } from '../read-words';
import { around, distanceOf, holdsMiddle, type Rect } from '../rect';
import { type Atom, type TableGrid } from './atom';
import { type Role, type RoleContext, roleOf } from './classify';
import { frameSize, inFrame, intoFrame, outOfFrame, type QuarterTurn } from './frame';
import { gutterTest } from './gutters';
import { findContentsLists } from './contents-lists';
import { type Paragraph, paragraphsOf } from './paragraphs';
import { readingOrder } from './reading-order';
import { findRuledTables } from './ruled-tables';
import { findMarginLines, findUntaggedLines, type MarginLines, turnedMargins } from './margin-lines';
import { findMasthead } from './masthead';
import { joinWords, linesOf, type Segment, segmentOf } from './segment';
import { titleParagraphs } from './table-titles';
import { areTagged, layOutTagged } from './tagged-layout';
import { uprightCellTexts } from './turned-text';
import { type Word } from './word';

/** A piece of a page in reading order; rectangles are on the rendered page. */
export type PagePiece =
  | { kind: 'text'; rect: Rect; role: Role; text: string; confidence: number; indent: number }
  | { kind: 'table'; rect: Rect; table: TableGrid; confidence: number }
  | { kind: 'figure'; rect: Rect; figure: number; text: string };

/** Content of a page. */
export interface PageContents {
  words: readonly TurnedWord[];
  rules: readonly Rule[];
  figures: readonly Rect[];
  page: { width: number; height: number };
  tags: PageTags;
}

/**
 * Lays out a page: first the text in its main direction, with tables and figures in place, then text at other
 * turns. Words inside a figure become the figure's text.
 */
export function layOut(contents: PageContents, context: RoleContext): PagePiece[] {
  const { words, figures, tags } = contents;
  const inFigures = figures.map((figure) => words.filter((word) => holdsMiddle(figure, word)));
  const absorbed = new Set(inFigures.flat());
  const free = words.filter((word) => !absorbed.has(word));
  const main = mainTurn(free);
  if (main === 0 && areTagged(free, tags)) return layOutByTags(contents, free, inFigures, context);
  const cells =
    main === 0 ? turnedCells(contents, free, context) : { words: [], taken: new Set<TurnedWord>() };
  const rest = free.filter((word) => !cells.taken.has(word));
  const pieces = layOutMain(contents, [...rest, ...cells.words], main, inFigures, context);
  for (const turn of ([0, 1, 2, 3] as const).filter((other) => other !== main))
    for (const piece of layOutOther(contents, rest, turn, context)) insertBeside(pieces, piece);
  const oblique = free.filter((word) => word.turn === null);
  if (oblique.length > 0) {
    const text = oblique.map((word) => word.text).join(' ');
    const role: Role = { kind: 'paragraph' };
    pieces.push({ kind: 'text', rect: around(oblique), role, text, confidence: 1, indent: 0 });
  }
  return pieces;
}

/** Texts that run up or down in the ruled tables of an upright page. */
function turnedCells(
  { rules, page }: PageContents,
  free: readonly TurnedWord[],
  { lexicon }: RoleContext,
): ReturnType<typeof uprightCellTexts> {
  const turned = free.filter(({ turn }) => turn === 1 || turn === 3);
  if (turned.length === 0) return { words: [], taken: new Set() };
  const tables = findRuledTables(rules, inFrame(free, 0, page), lexicon).map(({ rect }) => rect);
  return uprightCellTexts(turned, tables, { rules, page, lexicon });
}

/** Lays out text at another turn than most of the page: small print in its margins, and texts. */
function layOutOther(
  contents: PageContents,
  free: readonly TurnedWord[],
  turn: QuarterTurn,
  context: RoleContext,
): PagePiece[] {
  const { page } = contents;
  const turned = free.filter((word) => word.turn === turn);
  if (turned.length === 0) return [];
  const bare = { ...contents, rules: [], figures: [] };
  const { inMargins, text } = turnedMargins(turned, page, context.sizes.body);
  const pieces = layOutTurn(bare, inFrame(text, turn, page), turn, [], context).map((piece): PagePiece =>
    piece.kind === 'text' && piece.role.kind === 'heading'
      ? { ...piece, role: { kind: 'paragraph' } }
      : piece,
  );
  const lines = linesOf(joinWords(inFrame(inMargins, turn, page)));
  return [...pieces, ...lines.map((line) => runningPiece(line, 'page_footer', outOfFrame(line, turn, page)))];
}

/** Inserts a piece before or behind the one that is nearest to it on the page; running lines come last. */
function insertBeside(pieces: PagePiece[], piece: PagePiece): void {
  const isRunningLine = (other: PagePiece) =>
    other.kind === 'text' && (other.role.kind === 'page_header' || other.role.kind === 'page_footer');
  let nearest = -1;
  for (const [index, other] of pieces.entries()) {
    if (isRunningLine(other)) continue;
    if (nearest < 0 || distanceOf(other.rect, piece.rect) < distanceOf(pieces[nearest]!.rect, piece.rect))
      nearest = index;
  }
  if (nearest < 0 || isRunningLine(piece)) {
    pieces.push(piece);
    return;
  }
  const { rect } = pieces[nearest]!;
  const isBefore = piece.rect.bottom <= rect.top || (piece.rect.left + piece.rect.right) / 2 < rect.left;
  pieces.splice(isBefore ? nearest : nearest + 1, 0, piece);
}

/**
 * Lays out tagged text in the order of the file; figures and untagged text, such as page numbers, are
 * inserted by position.
 */
function layOutByTags(
  contents: PageContents,
  free: readonly TurnedWord[],
  inFigures: readonly Word[][],
  context: RoleContext,
): PagePiece[] {
  const { tags, page } = contents;
  const tagged = free.filter((word) => tags.has(word.mark));
  const untagged = inFrame(
    free.filter((word) => !tags.has(word.mark)),
    0,
    page,
  );
  const margins = findUntaggedLines(untagged, around(tagged), page);
  const text = outsideOf(untagged, margins);
  const pieces = layOutTagged(tagged, tags, context);
  for (const piece of layOutTurn(contents, text, 0, inFigures, context)) {
    const after = pieces.findIndex((other) => other.rect.top >= (piece.rect.top + piece.rect.bottom) / 2);
    if (after < 0) pieces.push(piece);
    else pieces.splice(after, 0, piece);
  }
  return betweenMargins(margins, pieces, (rect) => rect);
}

/** Turn of most letters. */
function mainTurn(words: readonly TurnedWord[]): QuarterTurn {
  const letters = [0, 0, 0, 0];
  for (const { turn, text } of words) if (turn !== null) letters[turn]! += text.length;
  return letters.indexOf(Math.max(...letters)) as QuarterTurn;
}

/** Lays out the text in the main direction of a page between its running lines. */
function layOutMain(
  contents: PageContents,
  all: readonly TurnedWord[],
  turn: QuarterTurn,
  inFigures: readonly Word[][],
  context: RoleContext,
): PagePiece[] {
  const { page } = contents;
  const words = inFrame(all, turn, page);
  const frame = frameSize(turn, page);
  const rules = rulesInFrame(contents, turn);
  const found = findMarginLines(words, rules, frame, context.sizes.body);
  const rest = outsideOf(words, found);
  const masthead = findMasthead(rest, rules, frame, context.sizes.body);
  const margins = { ...found, header: [...found.header, ...masthead] };
  const pieces = layOutTurn(contents, outsideOf(rest, margins), turn, inFigures, context);
  return betweenMargins(margins, pieces, (rect) => outOfFrame(rect, turn, page));
}

/** Words without those in the margins. */
function outsideOf(words: readonly Word[], { header, footer, lineNumbers }: MarginLines): Word[] {
  const inMargins = new Set([...lineNumbers, ...[...header, ...footer].flatMap((line) => line.words)]);
  return words.filter((word) => !inMargins.has(word));
}

/** Pieces of a page between those of its margins. */
function betweenMargins(
  { header, footer, lineNumbers }: MarginLines,
  pieces: readonly PagePiece[],
  toPage: (rect: Rect) => Rect,
): PagePiece[] {
  const counted = lineNumbers.length > 0 ? [segmentOf([...lineNumbers])] : [];
  return [
    ...[...header, ...counted].map((line) => runningPiece(line, 'page_header', toPage(line))),
    ...pieces,
    ...footer.map((line) => runningPiece(line, 'page_footer', toPage(line))),
  ];
}

function rulesInFrame({ page, rules }: Pick<PageContents, 'page' | 'rules'>, turn: QuarterTurn): Rule[] {
  return rules.map((rule) => ({
    ...rule,
    ...intoFrame(rule, turn, page),
    horizontal: turn % 2 === 0 ? rule.horizontal : !rule.horizontal,
  }));
}

function runningPiece(line: Segment, kind: 'page_header' | 'page_footer', rect: Rect): PagePiece {
  const { text, confidence } = line;
  return { kind: 'text', rect, role: { kind }, text, confidence, indent: rect.left };
}

/** @param words words of this turn, in the frame */
function layOutTurn(
  { page, rules, figures }: PageContents,
  words: readonly Word[],
  turn: QuarterTurn,
  inFigures: readonly Word[][],
  context: RoleContext,
): PagePiece[] {
  const tables = findRuledTables(rulesInFrame({ page, rules }, turn), words, context.lexicon);
  const inTables = new Set(tables.flatMap((table) => [...table.words]));
  const contents = findContentsLists(words.filter((word) => !inTables.has(word)));
  const inContents = new Set(contents.flatMap((list) => [...list.words]));
  const loose = words.filter((word) => !inTables.has(word) && !inContents.has(word));
  const joined = joinWords(loose);
  const isGutter = gutterTest(joined, loose);
  const atoms: Atom[] = [
    ...(isGutter === null ? joined : joinWords(loose, isGutter)).map((segment): Atom => ({
      kind: 'segment',
      rect: segment,
      segment,
    })),
    ...tables.map(({ rect, table, words: inside }): Atom => ({
      kind: 'table',
      rect,
      core: around(inside),
      table,
      confidence: 0.95,
    })),
    ...contents.map(({ rect, lines }): Atom => ({ kind: 'contents', rect, lines })),
    ...figures.map((rect, figure): Atom => ({ kind: 'figure', rect: intoFrame(rect, turn, page), figure })),
  ];
  const turnedContext = { ...context, pageHeight: frameSize(turn, page).height };
  const toPage = (rect: Rect) => outOfFrame(rect, turn, page);
  const flows = readingOrder(atoms, context.lexicon);
  return flows.flatMap((flow, index): PagePiece[] => {
    if (flow.kind === 'table') {
      const { kind, rect, table, confidence } = flow;
      return [{ kind, rect: toPage(rect), table, confidence }];
    }
    if (flow.kind === 'figure') {
      const text = joinWords(inFigures[flow.figure] ?? [])
        .sort((a, b) => a.baseline - b.baseline)
        .map((segment) => segment.text)
        .join('\n');
      return [{ kind: 'figure', rect: toPage(flow.rect), figure: flow.figure, text }];
    }
    if (flow.kind === 'contents') return [contentsPiece(flow.lines, toPage(flow.rect))];
    const paragraphs = paragraphsOf(flow.lines, context.lexicon);
    const [before, next] = [flows[index - 1], flows[index + 1]];
    const above = before?.kind === 'table' ? before.rect : null;
    const titles = next?.kind === 'table' ? titleParagraphs(paragraphs, next.rect, above) : 0;
    return paragraphs.map((paragraph, at) =>
      pieceOf(paragraph, turnedContext, toPage, at >= paragraphs.length - titles),
    );
  });
}

/** A list whose pages may be those of the document, which is not known here: its text keeps the leaders. */
function contentsPiece(lines: readonly Segment[], rect: Rect): PagePiece {
  return {
    kind: 'text',
    rect,
    role: { kind: 'paragraph' },
    text: lines.map((line) => line.text).join('\n'),
    confidence: Math.min(...lines.map((line) => line.confidence)),
    indent: rect.left,
  };
}

function pieceOf(
  paragraph: Paragraph,
  context: RoleContext,
  back: (rect: Rect) => Rect,
  isTitle: boolean,
): PagePiece {
  const found = roleOf(paragraph, context);
  const role: Role = isTitle && found.kind === 'paragraph' ? { kind: 'caption' } : found;
  const text = role.kind === 'heading' ? paragraph.text.replaceAll('\n', ' ') : paragraph.text;
  return {
    kind: 'text',
    rect: back(paragraph.rect),
    role,
    text,
    confidence: paragraph.confidence,
    indent: paragraph.lines[0]!.left,
  };
}
