import { type SourceFile } from './source-file';

/** A stream of a compound file, or a whole file, read by position. */
export interface ByteStream {
  /** Bytes that can be read. */
  readonly byteSize: number;
  /** False where the file or a chain of sectors ends before the stream does. */
  readonly complete: boolean;
  /** Fills `target` from `position` on; returns the number of bytes read, fewer only at the end. */
  read(target: Buffer, position: number): number;
}

/** Contiguous part of a stream within the file. */
export interface Extent {
  filePosition: number;
  byteSize: number;
}

/** A whole file as a stream. */
export function fileStream(file: SourceFile): ByteStream {
  return {
    byteSize: file.byteSize,
    complete: true,
    read: (target, position) => file.read(target, position),
  };
}

/** A stream made of extents; reading forward finds the next extent without a search. */
export function extentStream(
  file: Pick<ByteStream, 'read'>,
  extents: readonly Extent[],
  complete: boolean,
): ByteStream {
  const starts = new Float64Array(extents.length + 1);
  for (const [i, extent] of extents.entries()) starts[i + 1] = starts[i]! + extent.byteSize;
  const byteSize = starts[extents.length]!;
  let current = 0;

  function find(position: number): number {
    if (position >= starts[current]! && position < starts[current + 1]!) return current;
    let low = 0;
    let high = extents.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    byteSize,
    complete,
    read(target, position) {
      let filled = 0;
      while (filled < target.length && position + filled < byteSize) {
        current = find(position + filled);
        const offset = position + filled - starts[current]!;
        const { filePosition, byteSize: size } = extents[current]!;
        const part = target.subarray(filled, filled + size - offset);
        const count = file.read(part, filePosition + offset);
        filled += count;
        if (count < part.length) break;
      }
      return filled;
    },
  };
}

/** Bytes in memory as a stream. */
export function memoryStream(bytes: Buffer): ByteStream {
  return {
    byteSize: bytes.length,
    complete: true,
    read: (target, position) => bytes.copy(target, 0, position),
  };
}
