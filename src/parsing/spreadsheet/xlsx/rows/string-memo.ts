/** Texts that are kept at most; a power of two. */
const SLOTS_MAX = 1 << 17;
const SLOTS_MIN = 1 << 8;

/** Remembers texts by index: all of them up to 131,072, beyond that one of those that share a slot. */
export interface StringMemo {
  /** Undefined where it is not remembered. The index must be one that the memo was made for. */
  get(index: number): string | undefined;
  set(index: number, text: string): void;
}

/** A memo for indexes below `count`. */
export function createStringMemo(count: number): StringMemo {
  let slots = SLOTS_MIN;
  while (slots < count && slots < SLOTS_MAX) slots *= 2;
  const mask = slots - 1;
  const shared = count > slots;
  const indexes = new Int32Array(shared ? slots : 0);
  const texts = new Array<string | undefined>(slots).fill(undefined);
  return {
    get(index) {
      const slot = index & mask;
      return !shared || indexes[slot] === index ? texts[slot] : undefined;
    },
    set(index, text) {
      const slot = index & mask;
      if (shared) indexes[slot] = index;
      texts[slot] = text;
    },
  };
}
