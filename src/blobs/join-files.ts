import { type FileHandle, open } from 'node:fs/promises';
import { BlobNotFound } from './blob-error';
import { type ByteRange } from './blob-store';
import { unlessMissing } from './folder-files';

/** Size of a read and a write; larger ones are not faster. */
const stepBytes = 1024 * 1024;

/** A blob, or a range of it, with the file of its bytes. */
export interface BlobInFile {
  key: string;
  file: string;
  range?: ByteRange;
}

export type FilePiece = string | BlobInFile;

/**
 * Writes pieces one after the other into a new file, synced to disk, and returns its size.
 *
 * @throws BlobNotFound for a missing file; RangeError for one that ends within its range; the signal's reason
 */
export async function joinFiles(
  target: string,
  pieces: readonly FilePiece[],
  signal: AbortSignal,
): Promise<number> {
  const to = await open(target, 'wx');
  try {
    const buffer = Buffer.allocUnsafeSlow(stepBytes);
    let byteSize = 0;
    for (const piece of pieces) {
      byteSize +=
        typeof piece === 'string' ? await writeText(to, piece) : await append(to, piece, buffer, signal);
    }
    await to.datasync();
    return byteSize;
  } finally {
    await to.close();
  }
}

async function writeText(to: FileHandle, text: string): Promise<number> {
  const bytes = Buffer.from(text);
  await to.writeFile(bytes);
  return bytes.length;
}

async function append(
  to: FileHandle,
  { key, file, range }: BlobInFile,
  buffer: Buffer,
  signal: AbortSignal,
): Promise<number> {
  const from = await unlessMissing(open(file, 'r'), null);
  if (from === null) throw new BlobNotFound(key);
  try {
    const start = range?.start ?? 0;
    const end = range === undefined ? Infinity : range.end + 1;
    let at = start;
    while (at < end) {
      signal.throwIfAborted();
      const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, end - at), at);
      if (bytesRead === 0) break;
      await to.writeFile(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    if (at < end && range !== undefined) throw new RangeError('the blob ends within the range');
    return at - start;
  } finally {
    await from.close();
  }
}
