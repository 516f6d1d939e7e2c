import { closeSync, openSync, writeSync } from 'node:fs';

const bufferBytes = 256 * 1024;

export interface LineFile {
  readonly path: string;
  readonly lines: number;
  /** Bytes written so far. */
  readonly byteSize: number;
  write: (value: unknown) => void;
  /** Appends a line, such as one of JSON. */
  writeLine: (line: string) => void;
  /** Completes the file; a second call does nothing. */
  close(): void;
}

/** Creates or replaces the file at `path`. */
export function createLineFile(path: string): LineFile {
  const file = openSync(path, 'w');
  let open = true;
  let lines = 0;
  let byteSize = 0;
  let held = '';

  function flush(): void {
    const bytes = Buffer.from(held);
    for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
    held = '';
  }

  function writeLine(line: string): void {
    held += `${line}\n`;
    byteSize += Buffer.byteLength(line) + 1;
    lines++;
    if (held.length > bufferBytes) flush();
  }

  return {
    path,
    get lines() {
      return lines;
    },
    get byteSize() {
      return byteSize;
    },
    write(value) {
      writeLine(JSON.stringify(value));
    },
    writeLine,
    close() {
      if (!open) return;
      open = false;
      flush();
      closeSync(file);
    },
  };
}
