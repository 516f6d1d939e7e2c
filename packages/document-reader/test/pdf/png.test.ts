import { inflateSync } from 'node:zlib';
import { coverPng, writePng } from '../../src/pdf/png';

const [width, height] = [40, 20];

/** Pixels of an image in which no two neighbours are the same. */
function noise(): Uint8Array {
  return Uint8Array.from({ length: width * height * 3 }, (_, n) => (n * 7919 + (n >> 3) * 31) % 251);
}

/** Pixels of an image of `writePng`. */
function pixelsOf(png: Buffer): Uint8Array {
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++)
    for (let at = 0; at < width * 3; at++) {
      const left = at < 3 ? 0 : pixels[row * width * 3 + at - 3]!;
      pixels[row * width * 3 + at] = rows[row * (width * 3 + 1) + 1 + at]! + left;
    }
  return pixels;
}

it('boxes become black, whatever they overlap, and nothing else changes', async () => {
  const pixels = noise();
  const boxes = [
    { left: 0.1, top: 0.2, width: 0.3, height: 0.5 },
    { left: 0.3, top: 0.6, width: 0.5, height: 0.2 },
    { left: 0.95, top: 0.9, width: 0.1, height: 0.2 },
  ];
  const covered = pixelsOf(await coverPng(writePng({ width, height, pixels }), boxes));
  const isIn = (x: number, y: number) =>
    boxes.some(
      ({ left, top, width: w, height: h }) =>
        x >= Math.floor(left * width) &&
        x < Math.ceil((left + w) * width) &&
        y >= Math.floor(top * height) &&
        y < Math.ceil((top + h) * height),
    );
  const expected = pixels.map((value, at) => {
    const pixel = Math.floor(at / 3);
    return isIn(pixel % width, Math.floor(pixel / width)) ? 0 : value;
  });
  expect(covered).toEqual(expected);
});
