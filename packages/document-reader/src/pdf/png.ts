import { promisify } from 'node:util';
import { crc32, deflate, deflateSync, inflate } from 'node:zlib';
import { type Box } from '../block';
import { type ColourImage } from './render-page';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytesPerPixel = 3;
const colourType = 2;
const subFilter = 1;
const level = 6;
/** Offsets of the header's fields and of the data, behind length and type of their chunks. */
const headerAt = 16;
const dataAt = 41;

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
  return pngOf(width, height, deflateSync(rows, { level }));
}

/**
 * Covers parts of an image with black.
 *
 * @param png an image of `writePng`
 * @param boxes in fractions of its sides
 */
export async function coverPng(png: Buffer, boxes: readonly Box[]): Promise<Buffer> {
  const width = png.readUInt32BE(headerAt);
  const height = png.readUInt32BE(headerAt + 4);
  const dataBytes = png.readUInt32BE(dataAt - 8);
  const rows = await promisify(inflate)(png.subarray(dataAt, dataAt + dataBytes));
  const rowBytes = width * bytesPerPixel;
  for (const box of boxes) {
    const first = Math.floor(box.left * width) * bytesPerPixel;
    const last = Math.min(rowBytes, Math.ceil((box.left + box.width) * width) * bytesPerPixel);
    const bottom = Math.min(height, Math.ceil((box.top + box.height) * height));
    for (let row = Math.floor(box.top * height); row < bottom; row++)
      blacken(rows.subarray(row * (rowBytes + 1) + 1, (row + 1) * (rowBytes + 1)), first, last);
  }
  return pngOf(width, height, await promisify(deflate)(rows, { level }));
}

/** Sets the bytes from `first` up to `last` of a row with the Sub filter to 0. */
function blacken(row: Buffer, first: number, last: number): void {
  const value = [0, 0, 0];
  for (let at = 0; at < row.length; at++) {
    const channel = at % bytesPerPixel;
    const before = value[channel]!;
    const left = at >= first + bytesPerPixel && at < last + bytesPerPixel ? 0 : before;
    value[channel] = (row[at]! + before) & 0xff;
    const covered = at >= first && at < last ? 0 : value[channel];
    row[at] = (covered - (at < bytesPerPixel ? 0 : left)) & 0xff;
  }
}

function pngOf(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
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
