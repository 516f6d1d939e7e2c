import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * A file read by position. Reads are synchronous: a parse has its own thread, and a cached page costs less
 * than a promise.
 */
export interface SourceFile {
  readonly byteSize: number;
  /** Fills `target` from `position` on; returns the number of bytes read, fewer only at the file's end. */
  read(target: Buffer, position: number): number;
  close(): void;
}

/** Opens a file for reading; errors of the file system pass through. */
export function openSourceFile(path: string): SourceFile {
  const descriptor = openSync(path, 'r');
  let open = true;
  return {
    byteSize: fstatSync(descriptor).size,
    read(target, position) {
      let filled = 0;
      while (filled < target.length) {
        const count = readSync(descriptor, target, filled, target.length - filled, position + filled);
        if (count === 0) break;
        filled += count;
      }
      return filled;
    },
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}
