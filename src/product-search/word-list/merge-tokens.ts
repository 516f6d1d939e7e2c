import { setImmediate as nextTurn } from 'node:timers/promises';
import { cursorOfList, moveOn, type TokenCursor } from './token-cursor';
import { createWordListEncoder, decodeWordList } from './word-list-codec';
import { type WordList } from './word-list';

/** Tokens that are merged before other work of the process gets its turn: a few milliseconds. */
const tokensPerTurn = 5_000;

/**
 * Merges sorted tokens into one encoded list, which has each token once, with the fields of all. Yields its
 * bytes in pieces; beside them a piece of each source is in memory.
 */
export async function* mergeTokens(sources: readonly TokenCursor[]): AsyncGenerator<Buffer> {
  const heap = new CursorHeap();
  for (const source of sources) if (await moveOn(source)) heap.push(source);
  const encoder = createWordListEncoder();
  let left = tokensPerTurn;
  for (let least = heap.first; least !== undefined; least = heap.first) {
    encoder.add(least.units, least.length, least.fields);
    if (least.advance() || (await moveOn(least))) heap.firstHasMoved();
    else heap.dropFirst();
    left -= 1;
    if (left > 0) continue;
    yield* encoder.take();
    await nextTurn();
    left = tokensPerTurn;
  }
  yield* encoder.finish();
}

/** Merges lists in memory. Other work of the process continues meanwhile. */
export async function mergeLists(lists: readonly WordList[]): Promise<WordList> {
  const pieces: Buffer[] = [];
  for await (const piece of mergeTokens(lists.map(cursorOfList))) pieces.push(piece);
  return decodeWordList(Buffer.concat(pieces));
}

/** Cursors as a binary heap, the one with the first token on top. */
class CursorHeap {
  readonly #cursors: TokenCursor[] = [];

  get first(): TokenCursor | undefined {
    return this.#cursors[0];
  }

  push(cursor: TokenCursor): void {
    const cursors = this.#cursors;
    let place = cursors.length;
    cursors.push(cursor);
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      if (compare(cursors[parent]!, cursor) <= 0) break;
      cursors[place] = cursors[parent]!;
      place = parent;
    }
    cursors[place] = cursor;
  }

  /** Puts the first cursor to its place, after it has moved to its next token. */
  firstHasMoved(): void {
    const cursors = this.#cursors;
    const cursor = cursors[0]!;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= cursors.length) break;
      if (child + 1 < cursors.length && compare(cursors[child + 1]!, cursors[child]!) < 0) child++;
      if (compare(cursor, cursors[child]!) <= 0) break;
      cursors[place] = cursors[child]!;
      place = child;
    }
    cursors[place] = cursor;
  }

  dropFirst(): void {
    const last = this.#cursors.pop()!;
    if (this.#cursors.length === 0) return;
    this.#cursors[0] = last;
    this.firstHasMoved();
  }
}

/** Below 0 where the token of the first cursor stands before that of the second. */
function compare(a: TokenCursor, b: TokenCursor): number {
  const common = Math.min(a.length, b.length);
  for (let place = 0; place < common; place++) {
    const difference = a.units[place]! - b.units[place]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
