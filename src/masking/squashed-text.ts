/** Letters and digits of a text, without case, marks and all between them, and their places in the text. */
export interface SquashedText {
  chars: string;
  /** Offset in the text of the character that each of `chars` comes from. */
  starts: Int32Array;
  /** Offset behind that character. */
  ends: Int32Array;
}

const capital = { first: 65, last: 90 };
const caseBit = 32;
const asciiMax = 127;
const isMark = /\p{M}/u;
const isLetterOrDigit = /[\p{L}\p{N}]/u;
const others = /[^\p{L}\p{N}]/gu;
/** Scripts that write words without spaces between them. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Forms of characters past ASCII; there are few in one text. */
const folded = new Map<number, string>();

function foldedForm(code: number): string {
  const known = folded.get(code);
  if (known !== undefined) return known;
  const form = String.fromCodePoint(code).normalize('NFKD').toLowerCase().replace(others, '');
  folded.set(code, form);
  return form;
}

function asciiForm(code: number): string {
  if (code >= capital.first && code <= capital.last) return String.fromCharCode(code | caseBit);
  const isKept = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return isKept ? String.fromCharCode(code) : '';
}

const asciiForms = Array.from({ length: asciiMax + 1 }, (_, code) => asciiForm(code));

/** Squashes a text: `4111-1111` and `4111 1111` become the same, as do `José` and `JOSE`. */
export function squash(text: string): SquashedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at)!;
    const next = at + (code > 0xffff ? 2 : 1);
    const form = code <= asciiMax ? asciiForms[code]! : foldedForm(code);
    if (form !== '') parts.push(form);
    else if (code > asciiMax && ends.length > 0 && isMark.test(text.slice(at, next)))
      ends[ends.length - 1] = next;
    for (let left = form.length; left > 0; left--) {
      starts.push(at);
      ends.push(next);
    }
    at = next;
  }
  return { chars: parts.join(''), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/** Whether a word may begin at a place of the squashed text, or end before it. */
export function isWordEdge({ chars, starts, ends }: SquashedText, at: number): boolean {
  if (at === 0 || at === chars.length) return true;
  if (starts[at]! > ends[at - 1]!) return true;
  const [before, after] = [chars[at - 1]!, chars[at]!];
  if (isDigit(before) !== isDigit(after)) return true;
  if (before.charCodeAt(0) <= asciiMax && after.charCodeAt(0) <= asciiMax) return false;
  return unspaced.test(before) || unspaced.test(after) || !isLetterOrDigit.test(before);
}

/** Whether a squashed character is an ASCII digit. */
export function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}
