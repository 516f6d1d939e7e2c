import { type FileHandle, open } from 'node:fs/promises';
import { BlobNotFound } from './blob-error';
import { unlessMissing } from './folder-files';

/** Read and written at once; larger steps gain nothing. */
const stepBytes = 1024 * 1024;

/** Text, or a blob with the file that has its bytes. */
export type FilePiece = string | { key: string; file: string };

/**
 * Writes pieces one after the other into a new file, through to the disk, and answers its size.
 *
 * @throws BlobNotFound for a file that is not there; the signal's reason
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
  { key, file }: { key: string; file: string },
  buffer: Buffer,
  signal: AbortSignal,
): Promise<number> {
  const from = await unlessMissing(open(file, 'r'), null);
  if (from === null) throw new BlobNotFound(key);
  try {
    let byteSize = 0;
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await from.read(buffer, 0, buffer.length, byteSize);
      if (bytesRead === 0) return byteSize;
      await to.writeFile(buffer.subarray(0, bytesRead));
      byteSize += bytesRead;
    }
  } finally {
    await from.close();
  }
}
