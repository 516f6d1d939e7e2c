import { type PageDrawings } from './page-drawings';
import { areaOf, holdsMiddle, overlapOf, type Rect } from './rect';

/** Facts of a page that tell whether its pictures hold text that its text layer lacks. */
export interface PageText {
  /** Words of the text layer. */
  words: readonly (Rect & { text: string })[];
  /** Characters of the text layer without a Unicode value. */
  unmapped: number;
  drawings: Pick<PageDrawings, 'images' | 'shapes'>;
  page: { width: number; height: number };
}

/** The place of the text of a page. */
export interface TextPlace {
  /** The text layer is useless; the picture of the page says what it means. */
  layerIgnored: boolean;
  /** Pictures may hold text that the text layer lacks. */
  inPictures: boolean;
  /** So much of the page is such pictures that the page may be a scan. */
  mayBeScan: boolean;
}

/** Letters up to which a text layer is a stamp, a page number or nothing. */
const stampLettersMax = 30;
/** Shapes from which on a page without letters consists of text that was converted to outlines. */
const outlinesMin = 31;
/** Share of characters without a Unicode value past which the text layer is ignored. */
const unmappedShareMax = 0.3;
/** Share of a picture that words of the text layer cover when they say what it shows. */
const coveredShareMin = 0.05;
/** Shares of the page that bare pictures have at least: beside a stamp, beside text, and in a scan. */
const beneathStampShareMin = 0.02;
const besideTextShareMin = 0.25;
const scanShareMin = 0.3;

/** Tells where the text of a page is. */
export function placeOfText({ words, unmapped, drawings, page }: PageText): TextPlace {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const layerIgnored =
    letters + unmapped > stampLettersMax && unmapped > (letters + unmapped) * unmappedShareMax;
  const outlined = letters === 0 && drawings.shapes.length >= outlinesMin;
  const isStamp = letters + unmapped <= stampLettersMax;
  const whole = { left: 0, top: 0, right: page.width, bottom: page.height };
  const shown = drawings.images.map((image) => overlapOf(image, whole));
  const bare = isStamp ? shown : shown.filter((image) => !isCovered(image, words));
  const share = bare.reduce((sum, image) => sum + areaOf(image), 0) / areaOf(whole);
  return {
    layerIgnored: layerIgnored || outlined,
    inPictures: share >= (isStamp ? beneathStampShareMin : besideTextShareMin),
    mayBeScan: share >= scanShareMin,
  };
}

function isCovered(image: Rect, words: readonly Rect[]): boolean {
  const covered = words.reduce((sum, word) => sum + areaOf(overlapOf(word, image)), 0);
  return covered >= areaOf(image) * coveredShareMin;
}

/** Words that are at no place of those that are known. */
export function newWords<T extends Rect>(words: readonly T[], known: readonly Rect[]): T[] {
  return words.filter((word) => !known.some((other) => holdsMiddle(other, word) || holdsMiddle(word, other)));
}
