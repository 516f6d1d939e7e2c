import { type TurnedWord } from '../read-words';
import { type Rect } from '../rect';
import { type Word } from './word';

/** Reading direction of a text in quarter turns clockwise on the rendered page. */
export type QuarterTurn = 0 | 1 | 2 | 3;

interface PageSize {
  width: number;
  height: number;
}

/** Rectangle in the frame: the page, rotated so that text with this turn reads from left to right. */
export function intoFrame({ left, top, right, bottom }: Rect, turn: QuarterTurn, page: PageSize): Rect {
  const { width, height } = page;
  switch (turn) {
    case 0:
      return { left, top, right, bottom };
    case 1:
      return { left: top, right: bottom, top: width - right, bottom: width - left };
    case 2:
      return { left: width - right, right: width - left, top: height - bottom, bottom: height - top };
    case 3:
      return { left: height - bottom, right: height - top, top: left, bottom: right };
  }
}

/** Inverse of `intoFrame`; `page` is the size of the rendered page. */
export function outOfFrame(rect: Rect, turn: QuarterTurn, page: PageSize): Rect {
  const turned = frameSize(turn, page);
  return intoFrame(rect, ((4 - turn) % 4) as QuarterTurn, turned);
}

/** Size of the page in the frame. */
export function frameSize(turn: QuarterTurn, { width, height }: PageSize): PageSize {
  return turn % 2 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * Baseline in the frame. On the page a baseline is a y coordinate, or an x coordinate for text that runs up
 * or down.
 */
export function baselineInFrame(baseline: number, turn: QuarterTurn, { width, height }: PageSize): number {
  if (turn === 0 || turn === 3) return baseline;
  return turn === 1 ? width - baseline : height - baseline;
}

/** Words of one direction, turned so that they read from left to right. */
export function inFrame(words: readonly TurnedWord[], turn: QuarterTurn, page: PageSize): Word[] {
  return words
    .filter((word) => word.turn === turn)
    .map((word) => ({
      ...word,
      ...intoFrame(word, turn, page),
      baseline: baselineInFrame(word.baseline, turn, page),
    }));
}
