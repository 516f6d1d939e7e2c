import { closeSync, openSync, writeSync } from 'node:fs';

const bufferBytes = 256 * 1024;

export interface LineFile {
  readonly path: string;
  readonly lines: number;
  write: (value: unknown) => void;
  /** Completes the file; a second call does nothing. */
  close(): void;
}

/** Creates or replaces the file at `path`. */
export function createLineFile(path: string): LineFile {
  const file = openSync(path, 'w');
  let open = true;
  let lines = 0;
  let held = '';

  function flush(): void {
    const bytes = Buffer.from(held);
    for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
    held = '';
  }

  return {
    path,
    get lines() {
      return lines;
    },
    write(value) {
      held += `${JSON.stringify(value)}\n`;
      lines++;
      if (held.length > bufferBytes) flush();
    },
    close() {
      if (!open) return;
      open = false;
      flush();
      closeSync(file);
    },
  };
}
