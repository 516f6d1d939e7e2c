import type { PiiSpan } from './engine';

/** A text in plain signs, which rules and the tagger read in place of the original. */
export interface PlainText {
  text: string;
  /** Spans of `text` as spans of the original text. */
  toOriginal: (spans: readonly PiiSpan[]) => PiiSpan[];
}

const spaces = '\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000';
const hyphens = '\\u2010-\\u2015\\u2212\\uFE58\\uFE63';
/** Characters that show nothing: soft hyphens, joiners, marks of direction, variants of glyphs. */
const invisible =
  '\\u00AD\\u034F\\u061C\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u2069\\uFE00-\\uFE0F\\uFEFF';
const accents = '\\u0300-\\u034E\\u0350-\\u036F';
/** Forms of double width, and digits of Arabic, Persian and the scripts of India. */
const wide = '\\uFF01-\\uFF5E\\u0660-\\u0669\\u06F0-\\u06F9\\u0966-\\u096F\\u09E6-\\u09EF';
const odd = new RegExp(`[${spaces}${hyphens}${invisible}${accents}${wide}]`);
const exchanged = new RegExp(`[${spaces}${hyphens}${wide}]`, 'g');
const shortened = new RegExp(`[${invisible}${accents}]`);
const cluster = new RegExp(`[${invisible}]+|[^${accents}${invisible}][${accents}]+`, 'g');
const isInvisible = new RegExp(`^[${invisible}]`);
const isSpace = new RegExp(`^[${spaces}]`);
const isHyphen = new RegExp(`^[${hyphens}]`);
/** Zeros of the digits in `wide` that are no forms of double width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];
const doubleWidth = { first: 0xff01, last: 0xff5e, toAscii: 0xfee0 };

/**
 * Replaces unusual signs by their plain forms: blanks, hyphens and dashes, forms of double width, digits of
 * other scripts. Leaves out what shows nothing, and joins letters with accents that are set apart.
 */
export function plainText(text: string): PlainText {
  if (!odd.test(text)) return { text, toOriginal: (spans) => [...spans] };
  const plain = text.replaceAll(exchanged, plainSign);
  return shortened.test(plain) ? compactText(plain) : { text: plain, toOriginal: (spans) => [...spans] };
}

function plainSign(sign: string): string {
  if (isSpace.test(sign)) return ' ';
  if (isHyphen.test(sign)) return '-';
  const code = sign.charCodeAt(0);
  if (code >= doubleWidth.first && code <= doubleWidth.last)
    return String.fromCharCode(code - doubleWidth.toAscii);
  return String(code - zeros.findLast((zero) => zero <= code)!);
}

function compactText(text: string): PlainText {
  let plain = '';
  let from = 0;
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  /** Adds text of which each unit stands for itself. */
  const copy = (to: number): void => {
    for (let at = from, out = plain.length; at < to; at++, out++) {
      starts[out] = at;
      ends[out] = at + 1;
    }
    plain += text.slice(from, to);
    from = to;
  };
  for (const { 0: found, index } of text.matchAll(cluster)) {
    copy(index);
    const end = index + found.length;
    const composed = isInvisible.test(found) ? '' : found.normalize('NFC');
    if (composed.length <= 1) {
      if (composed !== '') {
        starts[plain.length] = index;
        ends[plain.length] = end;
        plain += composed;
      }
      from = end;
    } else copy(end);
  }
  copy(text.length);
  return {
    text: plain,
    toOriginal: (spans) =>
      spans.map(({ start, end, tag }) => ({ start: starts[start]!, end: ends[end - 1]!, tag })),
  };
}
