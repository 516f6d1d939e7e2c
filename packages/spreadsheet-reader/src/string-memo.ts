/** Cached short texts at most; a power of two. */
const SLOTS_MAX = 1 << 17;
const SLOTS_MIN = 1 << 8;
const SHORT_CHARS_MAX = 128;
/** Characters of cached long texts together. */
const LONG_CHARS_MAX = 16 * 1024 * 1024;

/**
 * Cache of texts by index. Of up to 131,072 short texts all are kept; of more, the last one of those that
 * share a slot; of long texts the latest. Otherwise a long text that each cell shows would be decoded for
 * each cell.
 */
export interface StringMemo {
  /** Text, undefined where it is not cached. The index must be below the memo's count. */
  get(index: number): string | undefined;
  set(index: number, text: string): void;
}

/** Creates a memo for indexes below `count`. */
export function createStringMemo(count: number): StringMemo {
  let slots = SLOTS_MIN;
  while (slots < count && slots < SLOTS_MAX) slots *= 2;
  const mask = slots - 1;
  const shared = count > slots;
  const indexes = new Int32Array(shared ? slots : 0);
  const texts = new Array<string | undefined>(slots).fill(undefined);
  const longTexts = new Map<number, string>();
  let longChars = 0;
  return {
    get(index) {
      const slot = index & mask;
      const text = !shared || indexes[slot] === index ? texts[slot] : undefined;
      return text === undefined && longChars > 0 ? longTexts.get(index) : text;
    },
    set(index, text) {
      if (text.length <= SHORT_CHARS_MAX) {
        const slot = index & mask;
        if (shared) indexes[slot] = index;
        texts[slot] = text;
        return;
      }
      if (longChars + text.length > LONG_CHARS_MAX) {
        longTexts.clear();
        longChars = 0;
      }
      longTexts.set(index, text);
      longChars += text.length;
    },
  };
}
