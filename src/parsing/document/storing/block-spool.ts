import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { type Block } from 'document-reader';

/** Characters kept in memory; most documents never need the disk. */
const memoryCharsMax = 4_000_000;
const readBytes = 1024 * 1024;

/** Buffer for the blocks of one document, with bounded memory. */
export interface BlockSpool {
  add(block: Block): void;
  /** Returns all blocks, in order. It can be called once. */
  read(): Iterable<Block>;
  /** Removes the file. */
  close: () => void;
}

/**
 * Creates a spool.
 *
 * @param path file that is written where the document is large
 */
export function createBlockSpool(path: string): BlockSpool {
  let held: string[] = [];
  let heldChars = 0;
  let file: number | null = null;

  function spill(): void {
    file ??= openSync(path, 'w+');
    const bytes = Buffer.from(held.map((line) => `${line}\n`).join(''));
    for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
    held = [];
    heldChars = 0;
  }

  return {
    add(block) {
      const line = JSON.stringify(block);
      held.push(line);
      heldChars += line.length;
      if (heldChars > memoryCharsMax) spill();
    },
    *read() {
      if (file !== null) for (const line of linesOf(file)) yield JSON.parse(line) as Block;
      for (const line of held) yield JSON.parse(line) as Block;
    },
    close() {
      if (file === null) return;
      closeSync(file);
      rmSync(path, { force: true });
      file = null;
    },
  };
}

function* linesOf(file: number): Generator<string> {
  const piece = Buffer.allocUnsafe(readBytes);
  let pending: Buffer[] = [];
  for (let position = 0; ;) {
    const read = readSync(file, piece, 0, readBytes, position);
    if (read === 0) return;
    position += read;
    let from = 0;
    for (let end = piece.indexOf(0x0a); end >= 0 && end < read; end = piece.indexOf(0x0a, from)) {
      pending.push(piece.subarray(from, end));
      yield Buffer.concat(pending).toString('utf8');
      pending = [];
      from = end + 1;
    }
    if (from < read) pending.push(Buffer.from(piece.subarray(from, read)));
  }
}
