/** Advice in the message that refuses a number that a double cannot represent. */
export const longNumberAdvice = 'the number has more digits than are kept; send it as a text';
/** Matches every text that may contain a number that a double cannot represent. */
const mayLoseDigits = /\d{16}|\d[eE]\+?\d\d/;
const decimal = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Matches whole numbers of 10^21 and above. */
const manyDigits = /^-?\d{22,}$/;
const stringOrNumber = /"|-?\d[\d.eE+-]*/g;
const backslash = 0x5c;

/**
 * Whether a double represents a number as it is written: any fraction, rounded to its precision, and a whole
 * number only if it is exact. `9007199254740993` and `1e400` are not represented.
 *
 * @param written a number of JSON
 */
export function isKeptNumber(written: string): boolean {
  const number = Number(written);
  if (Number.isSafeInteger(number) && written.length <= 15) return true;
  if (!Number.isFinite(number)) return false;
  const { digits, exponent } = decimalOf(written);
  if (exponent < 0) return true;
  const kept = decimalOf(String(number));
  return kept.digits === digits && kept.exponent === exponent;
}

/** Digits without leading and trailing zeros, and the power of ten that multiplies them. */
function decimalOf(written: string): { digits: string; exponent: number } {
  const [, whole = '', fraction = '', power = '0'] = decimal.exec(written) ?? [];
  const significant = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  if (digits === '') return { digits, exponent: 0 };
  return { digits, exponent: Number(power) - fraction.length + significant.length - digits.length };
}

/**
 * Parses JSON. Numbers that a double cannot represent become texts as they are written, and so do whole
 * numbers from 10^21.
 */
export function parseWithLongNumbersAsText(text: string): unknown {
  return parseRewritten(text, (written) =>
    isKeptNumber(written) && !manyDigits.test(written) ? written : `"${written}"`,
  );
}

/** Parses JSON. Numbers that a double cannot represent become infinite, which every schema refuses. */
export function parseWithLongNumbersInfinite(text: string): unknown {
  return parseRewritten(text, (written) => (isKeptNumber(written) ? written : '1e999'));
}

function parseRewritten(text: string, rewrite: (written: string) => string): unknown {
  const value = JSON.parse(text) as unknown;
  if (!mayLoseDigits.test(text)) return value;
  const rewritten = rewriteNumbers(text, rewrite);
  return rewritten === text ? value : (JSON.parse(rewritten) as unknown);
}

/** Replaces each number of a JSON text. @param text valid JSON */
export function rewriteNumbers(text: string, rewrite: (written: string) => string): string {
  const parts: string[] = [];
  let from = 0;
  stringOrNumber.lastIndex = 0;
  for (let found = stringOrNumber.exec(text); found !== null; found = stringOrNumber.exec(text)) {
    const [written] = found;
    if (written === '"') {
      stringOrNumber.lastIndex = endOfString(text, found.index);
      continue;
    }
    const rewritten = rewrite(written);
    if (rewritten === written) continue;
    parts.push(text.slice(from, found.index), rewritten);
    from = found.index + written.length;
  }
  return from === 0 ? text : `${parts.join('')}${text.slice(from)}`;
}

/** Position after the JSON string that begins at `from`. */
export function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === backslash) escapes--;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  throw new Error('a JSON string has no end');
}
