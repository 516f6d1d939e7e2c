import { inflateSync } from 'node:zlib';
import { imageType, IMAGE_HEAD_BYTES } from '../../source/image-type';
import { type ByteStream } from '../../source/byte-stream';
import { damagedXls, oversizedXls } from '../xls-error';
import { type DrawingRecord, drawingRecords, readBytes } from './drawing-record';

/** An image of the workbook; shapes refer to it by its number, from 1. */
export interface StoredPicture {
  contentType: string;
  byteSize: number;
  /** @throws SourceError `corrupt` or `too_large` where it is compressed and does not inflate */
  read(): Buffer;
}

const groupContainer = 0xf000;
const storeContainer = 0xf001;
const storeEntry = 0xf007;
const storeEntryHeadBytes = 36;
const idBytes = 16;
const metafileHeadBytes = 34;
const noCompression = 0xfe;
const inflatedBytesMax = 64 * 1024 * 1024;
const picturesMax = 100_000;

/**
 * Image types ([MS-ODRAW] 2.2.23) by record type; `twoIds` are the instances with a second id before the
 * data.
 */
const KINDS: Readonly<Record<number, { metafile?: string; bitmap?: boolean; twoIds: readonly number[] }>> = {
  0xf01a: { metafile: 'image/emf', twoIds: [0x3d5] },
  0xf01b: { metafile: 'image/wmf', twoIds: [0x217] },
  0xf01c: { metafile: 'image/x-pict', twoIds: [0x543] },
  0xf01d: { twoIds: [0x46b, 0x6e3] },
  0xf01e: { twoIds: [0x6e1] },
  0xf01f: { bitmap: true, twoIds: [0x7a9] },
  0xf029: { twoIds: [0x6e5] },
  0xf02a: { twoIds: [0x46b, 0x6e3] },
};

/** Lists the images of a workbook's drawing group; null for a number without an image. */
export function listPictures(group: ByteStream): (StoredPicture | null)[] {
  const pictures: (StoredPicture | null)[] = [];
  for (const entry of storeEntries(group)) {
    if (pictures.length >= picturesMax) throw oversizedXls(`it has more than ${picturesMax} pictures`);
    pictures.push(entry && readPicture(group, entry));
  }
  return pictures;
}

function* storeEntries(group: ByteStream): Generator<DrawingRecord | null> {
  for (const outer of drawingRecords(group, 0, group.byteSize)) {
    if (outer.type !== groupContainer) continue;
    for (const store of drawingRecords(group, outer.start, outer.end)) {
      if (store.type !== storeContainer) continue;
      for (const entry of drawingRecords(group, store.start, store.end)) {
        yield entry.type === storeEntry ? embeddedPicture(group, entry) : entry;
      }
    }
  }
}

/** Image record behind an entry's header and name; null where the image was deleted. */
function embeddedPicture(group: ByteStream, entry: DrawingRecord): DrawingRecord | null {
  const head = readBytes(group, entry.start, Math.min(entry.start + storeEntryHeadBytes, entry.end));
  if (head.length < storeEntryHeadBytes) return null;
  const [picture] = drawingRecords(group, entry.start + storeEntryHeadBytes + head[33]!, entry.end);
  return picture ?? null;
}

function readPicture(group: ByteStream, { type, instance, start, end }: DrawingRecord): StoredPicture | null {
  const kind = KINDS[type];
  if (!kind) return null;
  const ids = kind.twoIds.includes(instance) ? 2 * idBytes : idBytes;
  if (kind.metafile !== undefined) return readMetafile(group, start + ids, end, kind.metafile);
  const data = start + ids + 1;
  if (data >= end) return null;
  if (kind.bitmap === true) return readBitmap(group, data, end);
  const contentType = imageType(readBytes(group, data, Math.min(data + IMAGE_HEAD_BYTES, end)));
  return { contentType, byteSize: end - data, read: () => readBytes(group, data, end) };
}

/** Reads a metafile, whose header has its size and whether it is deflated. */
function readMetafile(group: ByteStream, at: number, end: number, contentType: string): StoredPicture | null {
  const data = at + metafileHeadBytes;
  if (data >= end) return null;
  const head = readBytes(group, at, data);
  if (head[32] === noCompression) {
    return { contentType, byteSize: end - data, read: () => readBytes(group, data, end) };
  }
  return { contentType, byteSize: head.readUInt32LE(0), read: () => inflate(readBytes(group, data, end)) };
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: inflatedBytesMax });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw oversizedXls('a picture inflates to more than 64 MB');
    }
    throw damagedXls('a picture cannot be inflated');
  }
}

const bitmapFileHeadBytes = 14;

/** Reads a bitmap, which is stored without its file header, and adds one. */
function readBitmap(group: ByteStream, start: number, end: number): StoredPicture {
  const byteSize = bitmapFileHeadBytes + end - start;
  return {
    contentType: 'image/bmp',
    byteSize,
    read() {
      const bitmap = readBytes(group, start, end);
      const head = Buffer.alloc(bitmapFileHeadBytes);
      head.write('BM', 'latin1');
      head.writeUInt32LE(byteSize, 2);
      head.writeUInt32LE(bitmapFileHeadBytes + colourTableEnd(bitmap), 10);
      return Buffer.concat([head, bitmap]);
    },
  };
}

/** Offset of a bitmap's pixels, behind its header, masks and colour table (BITMAPINFOHEADER). */
function colourTableEnd(bitmap: Buffer): number {
  if (bitmap.length < 40) return 0;
  const headBytes = bitmap.readUInt32LE(0);
  const bits = bitmap.readUInt16LE(14);
  const masks = headBytes === 40 && bitmap.readUInt32LE(16) === 3 ? 3 : 0;
  const colours = bitmap.readUInt32LE(32) || (bits <= 8 ? 1 << bits : 0);
  return headBytes + 4 * (masks + colours);
}
