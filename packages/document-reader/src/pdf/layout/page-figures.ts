import { type PageDrawings } from '../page-drawings';
import { areaOf, around, heightOf, holdsMiddle, overlapOf, type Rect, widthOf } from '../rect';
import { joinWords, type Segment } from './segment';
import { type Word } from './word';

const pictureSideMin = 36;
const pictureShareMin = 0.012;
const drawingSideMin = 50;
const drawingShareMin = 0.03;
const drawingShapesMin = 4;
const drawingTextShareMax = 0.3;
/** Share of the page from which an image is a background, or a scan. */
const backgroundShareMin = 0.85;
/** Share of the page from which a shape behind many words is a background. */
const boxShareMin = 0.5;
/** Words over an image, or over a large shape, past which it is a background. */
const wordsOverPictureMax = 80;
const nearPoints = 4;
const shapesMax = 3_000;
/** Lines of text near the edges of a figure, their greatest distance in font sizes, and their least words. */
const linesNearMax = 4;
const pitchSizesMax = 1.5;
const textWordsMin = 4;

/**
 * Rectangles of images and drawings outside tables that are large enough to be figures, from top to bottom.
 */
export function findFigures(
  drawings: PageDrawings,
  page: { width: number; height: number },
  tables: readonly Rect[],
  words: readonly Word[],
): Rect[] {
  const whole = { left: 0, top: 0, right: page.width, bottom: page.height };
  const pageArea = areaOf(whole);
  const clip = (rect: Rect) => overlapOf(rect, whole);
  const isOutsideTables = (rect: Rect) =>
    !tables.some((table) => areaOf(overlapOf(table, rect)) > areaOf(rect) * 0.5);
  const wordsIn = (rect: Rect) => words.filter((word) => holdsMiddle(rect, word));

  const pictures = cluster(drawings.images.map(clip).filter(isOutsideTables), 1.5)
    .map(({ rect }) => rect)
    .filter((rect) => Math.min(widthOf(rect), heightOf(rect)) >= pictureSideMin)
    .filter((rect) => areaOf(rect) >= pageArea * pictureShareMin)
    .filter((rect) => areaOf(rect) < pageArea * backgroundShareMin || words.length === 0)
    .filter((rect) => wordsIn(rect).length <= wordsOverPictureMax);
  const isBackground = (rect: Rect) =>
    areaOf(rect) >= pageArea * backgroundShareMin ||
    (areaOf(rect) >= pageArea * boxShareMin && wordsIn(rect).length > wordsOverPictureMax);
  const shapes = drawings.shapes.map(clip).filter((rect) => !isBackground(rect));
  const sketches = cluster(shapes.filter(isOutsideTables), nearPoints)
    .filter(({ count }) => count >= drawingShapesMin)
    .map(({ rect }) => rect)
    .filter((rect) => Math.min(widthOf(rect), heightOf(rect)) >= drawingSideMin)
    .filter((rect) => areaOf(rect) >= pageArea * drawingShareMin)
    .filter(
      (rect) =>
        wordsIn(rect).reduce((sum, word) => sum + areaOf(word), 0) < areaOf(rect) * drawingTextShareMax,
    );
  return cluster([...pictures, ...sketches], 0)
    .map(({ rect }) => outsideText(rect, words))
    .sort((a, b) => a.top - b.top || a.left - b.left);
}

/**
 * The figure without the lines of running text that its edges reach over: the end of a paragraph above, the
 * beginning of one below.
 */
function outsideText(figure: Rect, words: readonly Word[]): Rect {
  const near = words.filter(
    ({ baseline, size }) =>
      Math.min(Math.abs(baseline - figure.top), Math.abs(baseline - figure.bottom)) <=
      size * linesNearMax * pitchSizesMax,
  );
  const lines = joinWords(near)
    .filter(({ left, right }) => left < figure.right && right > figure.left)
    .sort((a, b) => a.baseline - b.baseline);
  const isText = (line: Segment) => line.words.length >= textWordsMin;
  let { top, bottom } = figure;
  for (const [index, line] of lines.entries()) {
    const above = lines.slice(0, index).findLast((other) => followsInText(other, line));
    const isCut = above !== undefined && (above.top + above.bottom) / 2 <= top && isText(above);
    if (isCut && line.top - top <= line.size / 2) top = Math.max(top, line.bottom);
  }
  for (const [index, line] of [...lines.entries()].reverse()) {
    const below = lines.slice(index + 1).find((other) => followsInText(line, other));
    const isCut = below !== undefined && (below.top + below.bottom) / 2 >= bottom && isText(line);
    if (isCut && bottom - line.bottom <= line.size / 2) bottom = Math.min(bottom, line.top);
  }
  return bottom - top >= heightOf(figure) / 2 ? { ...figure, top, bottom } : figure;
}

/** Whether two lines are next to each other in one text: of one size, close, and with a common left edge. */
function followsInText(above: Segment, below: Segment): boolean {
  const size = Math.max(above.size, below.size);
  const pitch = below.baseline - above.baseline;
  return (
    Math.abs(above.size - below.size) < size * 0.05 &&
    pitch > size * 0.8 &&
    pitch <= size * pitchSizesMax &&
    Math.abs(above.left - below.left) <= size / 2
  );
}

/** Joins rectangles that are within `near` points of each other; `count` is how many were joined. */
function cluster(rects: readonly Rect[], near: number): { rect: Rect; count: number }[] {
  let groups = rects.slice(0, shapesMax).map((rect) => ({ rect, count: 1 }));
  for (let before = -1; before !== groups.length;) {
    before = groups.length;
    const joined: typeof groups = [];
    for (const group of groups.sort((a, b) => a.rect.top - b.rect.top)) {
      const touching = joined.find(({ rect }) => isNear(rect, group.rect, near));
      if (touching === undefined) joined.push(group);
      else {
        touching.rect = around([touching.rect, group.rect]);
        touching.count += group.count;
      }
    }
    groups = joined;
  }
  return groups;
}

function isNear(a: Rect, b: Rect, near: number): boolean {
  return (
    a.left <= b.right + near &&
    b.left <= a.right + near &&
    a.top <= b.bottom + near &&
    b.top <= a.bottom + near
  );
}
