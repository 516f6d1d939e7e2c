import { type FileHandle, link, open } from 'node:fs/promises';
import { BlobNotFound } from './blob-error';
import { errnoOf } from './folder-files';
import { type BlobInFile, type FilePiece } from './join-files';

/** A text and its offset in the joined blob. */
interface PlacedText {
  at: number;
  bytes: Buffer;
}

/** Pieces that lie in this order in one file, except for texts after them. */
interface GrownFile extends Pick<BlobInFile, 'key' | 'file'> {
  /** End of the last range in the file. */
  grownBytes: number;
  /** Texts before that end. */
  inside: PlacedText[];
  /** Texts after that end, which are still to be written. */
  behind: PlacedText[];
  byteSize: number;
}

/**
 * Links a new name to a growing file that contains the pieces in order, and appends the remaining texts,
 * without copying bytes. Concurrent or repeated calls write the same bytes to the same offsets.
 *
 * @returns the size; null, with nothing done, when the pieces lie otherwise or the file system has no hard
 * links
 * @throws BlobNotFound
 */
export async function takeOverGrown(target: string, pieces: readonly FilePiece[]): Promise<number | null> {
  const grown = placesOf(pieces);
  if (grown === null || !(await linked(grown, target))) return null;
  const file = await open(target, 'r+');
  try {
    for (const { at, bytes } of grown.behind) await file.write(bytes, 0, bytes.length, at);
    await file.truncate(grown.byteSize);
    await file.datasync();
  } finally {
    await file.close();
  }
  return grown.byteSize;
}

/** Null when the pieces are not in one file in this order. */
function placesOf(pieces: readonly FilePiece[]): GrownFile | null {
  const first = pieces.find((piece) => typeof piece !== 'string');
  if (first === undefined) return null;
  const texts: PlacedText[] = [];
  let at = 0;
  let grownBytes = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const bytes = Buffer.from(piece);
      texts.push({ at, bytes });
      at += bytes.length;
    } else {
      if (piece.file !== first.file || piece.range?.start !== at) return null;
      grownBytes = at = piece.range.end + 1;
    }
  }
  const { key, file } = first;
  const inside = texts.filter((text) => text.at < grownBytes);
  return { key, file, grownBytes, inside, behind: texts.slice(inside.length), byteSize: at };
}

/** False, without a link, when the file lacks the texts or cannot be linked. */
async function linked({ key, file, grownBytes, inside }: GrownFile, target: string): Promise<boolean> {
  try {
    const source = await open(file, 'r');
    try {
      if ((await source.stat()).size < grownBytes) return false;
      for (const text of inside) if (!(await holds(source, text))) return false;
    } finally {
      await source.close();
    }
    await link(file, target);
    return true;
  } catch (error) {
    const code = errnoOf(error) ?? '';
    if (code === 'ENOENT') throw new BlobNotFound(key);
    if (['EPERM', 'ENOTSUP', 'EMLINK', 'EXDEV'].includes(code)) return false;
    throw error;
  }
}

async function holds(file: FileHandle, { at, bytes }: PlacedText): Promise<boolean> {
  const found = Buffer.alloc(bytes.length);
  await file.read(found, 0, found.length, at);
  return found.equals(bytes);
}
