import { type QuarterTurn } from '../pdf/layout/frame';

/** Grey image of one byte per pixel, row by row from the top. */
export interface GreyImage {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** Resolution of the scanned paper, 0 where unknown. */
  dotsPerInch: number;
}

/** Encodes the image as binary PGM, which needs no compression. */
export function pgmOf({ width, height, pixels }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}

/** Rotates an image so that text with this turn (quarters clockwise) is upright. */
export function turnImage(image: GreyImage, turn: QuarterTurn): GreyImage {
  if (turn === 0) return image;
  const { width: W, height: H, pixels: source } = image;
  const [width, height] = turn === 2 ? [W, H] : [H, W];
  const pixels = new Uint8Array(width * height);
  // Source index of the target's top left pixel, and the source steps to the right and down.
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
