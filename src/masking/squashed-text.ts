/**
 * Letters and digits of a text, without case, diacritics and all other characters, with their offsets in the
 * text.
 */
export interface SquashedText {
  chars: string;
  /** Offset in the text of the source of each character of `chars`. */
  starts: Int32Array;
  /** End of that source, exclusive. */
  ends: Int32Array;
}

const capital = { first: 65, last: 90 };
const caseBit = 32;
const asciiMax = 127;
const isMark = /\p{M}/u;
const isLetterOrDigit = /[\p{L}\p{N}]/u;
const others = /[^\p{L}\p{N}]/gu;
/** Scripts that write words without spaces. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Cache of the forms of non-ASCII characters; a text has few distinct ones. */
const folded = new Map<number, string>();

function foldedForm(code: number): string {
  const known = folded.get(code);
  if (known !== undefined) return known;
  const form = String.fromCodePoint(code).normalize('NFKD').toLowerCase().replace(others, '');
  folded.set(code, form);
  return form;
}

/** Forms of the ASCII characters as character codes; 0 for none. */
const asciiForms = Uint8Array.from({ length: asciiMax + 1 }, (_, code) => {
  if (code >= capital.first && code <= capital.last) return code | caseBit;
  const isKept = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return isKept ? code : 0;
});

/** Squashes a text: `4111-1111` equals `4111 1111`, and `José` equals `JOSE`. */
export function squash(text: string): SquashedText {
  let size = text.length;
  let codes = new Uint16Array(size);
  let starts = new Int32Array(size);
  let ends = new Int32Array(size);
  let count = 0;

  /** Makes room for the form of a character, which may be longer than the character. */
  function grow(by: number): void {
    if (count + by <= size) return;
    size = 2 * size + by;
    codes = enlarged(codes, new Uint16Array(size));
    starts = enlarged(starts, new Int32Array(size));
    ends = enlarged(ends, new Int32Array(size));
  }

  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code <= asciiMax) {
      const form = asciiForms[code]!;
      if (form !== 0) {
        if (count === size) grow(1);
        codes[count] = form;
        starts[count] = at;
        ends[count++] = at + 1;
      }
      at++;
      continue;
    }
    const point = text.codePointAt(at)!;
    const next = at + (point > 0xffff ? 2 : 1);
    const form = foldedForm(point);
    if (form === '' && count > 0 && isMark.test(text.slice(at, next))) ends[count - 1] = next;
    grow(form.length);
    for (let n = 0; n < form.length; n++) {
      codes[count] = form.charCodeAt(n);
      starts[count] = at;
      ends[count++] = next;
    }
    at = next;
  }
  const chars = Buffer.from(codes.buffer, 0, 2 * count).toString('utf16le');
  return { chars, starts: starts.subarray(0, count), ends: ends.subarray(0, count) };
}

function enlarged<T extends Uint16Array | Int32Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

/** Whether a word can begin at a position of the squashed text, or end before it. */
export function isWordEdge({ chars, starts, ends }: SquashedText, at: number): boolean {
  if (at === 0 || at === chars.length) return true;
  if (starts[at]! > ends[at - 1]!) return true;
  const [before, after] = [chars[at - 1]!, chars[at]!];
  if (isDigit(before) !== isDigit(after)) return true;
  if (before.charCodeAt(0) <= asciiMax && after.charCodeAt(0) <= asciiMax) return false;
  return unspaced.test(before) || unspaced.test(after) || !isLetterOrDigit.test(before);
}

export function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}
