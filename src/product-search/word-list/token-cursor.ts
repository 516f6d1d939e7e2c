import { endBytes, cutList, format, tokenBytesMax, tokenUnitsMax } from './word-list-codec';
import { type WordList } from './word-list';

/** A place in sorted tokens. It begins before the first one. */
export interface TokenCursor {
  /** The token, of which the first `length` units count. */
  readonly units: Uint16Array;
  readonly length: number;
  readonly fields: number;
  /** Moves to the next token; false where `refill` has to be called first. */
  advance(): boolean;
  /** Makes ready the tokens that follow; false at the end. */
  refill(): Promise<boolean>;
}

/** Reads the next piece of an encoded list; null at its end. */
export type ReadPiece = () => Promise<Buffer | null>;

/** Moves a cursor to the next token; false at the end. */
export async function moveOn(cursor: TokenCursor): Promise<boolean> {
  while (!cursor.advance()) if (!(await cursor.refill())) return false;
  return true;
}

/** Creates the cursor of a list in memory. */
export function cursorOfList({ units, starts, fields, size }: WordList): TokenCursor {
  const token = new Uint16Array(tokenUnitsMax);
  let place = -1;
  return {
    units: token,
    get length() {
      return starts[place + 1]! - starts[place]!;
    },
    get fields() {
      return fields[place]!;
    },
    advance() {
      if (place + 1 >= size) return false;
      place++;
      token.set(units.subarray(starts[place], starts[place + 1]));
      return true;
    },
    refill: () => Promise.resolve(false),
  };
}

/**
 * Creates the cursor of an encoded list, of which one piece is in memory at a time.
 *
 * @throws RangeError by `advance` and `refill`, for bytes that are no list
 */
export function cursorOfPieces(read: ReadPiece): TokenCursor {
  return new PiecesCursor(read);
}

class PiecesCursor implements TokenCursor {
  readonly units = new Uint16Array(tokenUnitsMax);
  length = 0;
  fields = 0;
  readonly #read: ReadPiece;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #isBegun = false;
  /** No piece follows. */
  #isLast = false;
  #isOver = false;

  constructor(read: ReadPiece) {
    this.#read = read;
  }

  async refill(): Promise<boolean> {
    if (this.#isOver) return false;
    const rest = this.#bytes.subarray(this.#at);
    const piece = this.#isLast ? null : await this.#read();
    this.#isLast = piece === null;
    this.#bytes = piece === null ? rest : Buffer.concat([rest, piece]);
    this.#at = 0;
    if (this.#isBegun) return true;
    if (!this.#isLast && this.#bytes.length < format.length) return true;
    if (!this.#bytes.subarray(0, format.length).equals(format)) throw cutList();
    this.#isBegun = true;
    this.#at = format.length;
    return true;
  }

  advance(): boolean {
    if (!this.#isBegun || this.#isOver) return false;
    const bytes = this.#bytes;
    if (this.#at + tokenBytesMax > bytes.length && !this.#isLast) return false;
    if (this.#at + endBytes > bytes.length) throw cutList();
    const shared = bytes[this.#at++]!;
    const further = bytes[this.#at++]!;
    if (further === 0) {
      this.#isOver = true;
      return false;
    }
    if (shared > this.length || shared + further > tokenUnitsMax) throw cutList();
    this.fields = bytes[this.#at++]!;
    this.length = shared + further;
    for (let place = shared; place < this.length; place++) this.units[place] = this.#nextUnit();
    return true;
  }

  #nextUnit(): number {
    const bytes = this.#bytes;
    const unit = bytes[this.#at++]!;
    if (unit <= 0x7f) return unit;
    const next = bytes[this.#at++]!;
    const both = (unit & 0x7f) | ((next & 0x7f) << 7);
    return next <= 0x7f ? both : both | (bytes[this.#at++]! << 14);
  }
}
