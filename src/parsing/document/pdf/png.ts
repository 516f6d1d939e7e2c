import { crc32, deflateSync } from 'node:zlib';
import { type ColourImage } from './render-page';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytesPerPixel = 3;
const colourType = 2;
const subFilter = 1;
const level = 6;

/** Encodes an image as PNG (ISO 15948), each row with the Sub filter. */
export function writePng({ width, height, pixels }: ColourImage): Buffer {
  const rowBytes = width * bytesPerPixel;
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let row = 0; row < height; row++) {
    const from = row * rowBytes;
    const to = row * (rowBytes + 1);
    rows[to] = subFilter;
    for (let column = 0; column < rowBytes; column++) {
      const left = column < bytesPerPixel ? 0 : pixels[from + column - bytesPerPixel]!;
      rows[to + 1 + column] = (pixels[from + column]! - left) & 0xff;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
