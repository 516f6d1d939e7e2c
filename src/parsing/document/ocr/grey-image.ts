import { type QuarterTurn } from '../pdf/layout/frame';

/** Grey pixels, one byte each, row by row from the top. */
export interface GreyImage {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** Of the paper that it shows, 0 where that is not known. */
  dotsPerInch: number;
}

/** The picture as a binary PGM file, which needs no compression on the way to a reader. */
export function pgmOf({ width, height, pixels }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}

/** Turns a picture so that text with this turn, in quarters clockwise, is upright. */
export function turnImage(image: GreyImage, turn: QuarterTurn): GreyImage {
  if (turn === 0) return image;
  const { width: W, height: H, pixels: source } = image;
  const [width, height] = turn === 2 ? [W, H] : [H, W];
  const pixels = new Uint8Array(width * height);
  // Where the top left of the turned picture comes from, and the steps to the right and down from there.
  const [start, right, down] = {
    1: [W - 1, W, -1] as const,
    2: [W * H - 1, -1, -W] as const,
    3: [(H - 1) * W, -W, 1] as const,
  }[turn];
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, from = start + y * down; x < width; x++, from += right) pixels[to++] = source[from]!;
  }
  return { ...image, width, height, pixels };
}
