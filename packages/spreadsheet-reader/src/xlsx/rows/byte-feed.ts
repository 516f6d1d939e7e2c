import { oversizedPart } from './row-errors';

/** Bytes past `end` that a parse function may read without a check. */
const GUARD_BYTES = 64;
/**
 * Bytes of the next piece that are copied to complete an unfinished element: more than nearly any cell needs.
 */
const BORROW_BYTES = 4096;

/**
 * Consumes complete elements of `bytes` from 0 up to `end` and returns the offset behind the last of them. At
 * least {@link GUARD_BYTES} follow `end`: the next bytes of the part, or zeros at its end.
 */
export type ParseBytes = (bytes: Buffer, end: number) => number;

/** Consumer of a part in pieces of any size. */
export interface ByteFeed {
  /** Adds a piece; the feed keeps the bytes. */
  write(bytes: Buffer): void;
  /** Parses the remaining bytes; the part is complete. */
  end(): void;
}

/**
 * Creates a feed for a parser of whole elements. Unfinished elements wait for the next piece; only they and a
 * little of that piece are copied. An element past `elementBytesMax` throws `too_large`. A long unfinished
 * element is parsed again only when its bytes have doubled, so that the work stays linear.
 */
export function createByteFeed(parse: ParseBytes, elementBytesMax: number): ByteFeed {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let retryBytes = 0;

  function hold(rest: Buffer, progress: boolean): void {
    if (!progress && rest.length > elementBytesMax) throw oversizedPart();
    held = rest.length > 0 ? [rest] : [];
    heldBytes = rest.length;
    retryBytes = progress ? 0 : rest.length * 2;
  }

  function parseBytes(bytes: Buffer): number {
    return bytes.length > GUARD_BYTES ? parse(bytes, bytes.length - GUARD_BYTES) : 0;
  }

  /** Completes the held bytes with the start of the next piece; false where that is not enough. */
  function completeHeld(bytes: Buffer): boolean {
    const start = held[0]!;
    const joint = Buffer.concat([start, bytes.subarray(0, BORROW_BYTES)]);
    const done = parseBytes(joint);
    if (done < start.length) {
      held[0] = start.subarray(done);
      heldBytes -= done;
      return false;
    }
    const from = done - start.length;
    const consumed = parseBytes(bytes.subarray(from));
    hold(bytes.subarray(from + consumed), true);
    return true;
  }

  return {
    write(bytes) {
      if (heldBytes === 0) {
        const done = parseBytes(bytes);
        hold(bytes.subarray(done), done > 0);
        return;
      }
      if (held.length === 1 && heldBytes < BORROW_BYTES && completeHeld(bytes)) return;
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes < retryBytes) return;
      const all = Buffer.concat(held);
      const done = parseBytes(all);
      hold(all.subarray(done), done > 0);
    },
    end() {
      const rest = Buffer.concat([...held, Buffer.alloc(GUARD_BYTES)]);
      const done = parse(rest, rest.length - GUARD_BYTES);
      held = [];
      heldBytes = 0;
      if (rest.length - GUARD_BYTES - done > elementBytesMax) throw oversizedPart();
    },
  };
}
