/** What to do about a number that is refused since a double does not keep it. */
export const longNumberAdvice = 'the number has more digits than are kept; send it as a text';
/** Only texts with these parts can hold a number that a double does not keep. */
const mayLoseDigits = /\d{16}|\d[eE]\+?\d\d/;
const decimal = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** 10^21 and above. */
const manyDigits = /^-?\d{22,}$/;
const stringOrNumber = /"|-?\d[\d.eE+-]*/g;
const backslash = 0x5c;

/**
 * Whether a double keeps a number as it is written: every fraction, within its precision, and a whole number
 * that it tells apart from its neighbours. Not `9007199254740993`, and not `1e400`.
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

/** Digits without zeros at their ends, and the power of ten that they are multiplied by. */
function decimalOf(written: string): { digits: string; exponent: number } {
  const [, whole = '', fraction = '', power = '0'] = decimal.exec(written) ?? [];
  const significant = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  if (digits === '') return { digits, exponent: 0 };
  return { digits, exponent: Number(power) - fraction.length + significant.length - digits.length };
}

/**
 * Parses JSON; numbers that a double does not keep become texts as they are written. So do whole numbers of more
 * digits than a double is written with.
 */
export function parseWithLongNumbersAsText(text: string): unknown {
  return parseRewritten(text, (written) =>
    isKeptNumber(written) && !manyDigits.test(written) ? written : `"${written}"`,
  );
}

/** Parses JSON; numbers that a double does not keep become infinite, which no schema takes. */
export function parseWithLongNumbersInfinite(text: string): unknown {
  return parseRewritten(text, (written) => (isKeptNumber(written) ? written : '1e999'));
}

function parseRewritten(text: string, rewrite: (written: string) => string): unknown {
  const value = JSON.parse(text) as unknown;
  if (!mayLoseDigits.test(text)) return value;
  const rewritten = rewriteNumbers(text, rewrite);
  return rewritten === text ? value : (JSON.parse(rewritten) as unknown);
}

/** Writes each number of a JSON text anew. @param text valid JSON */
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

/** Place behind the string of JSON that begins at `from`. */
export function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === backslash) escapes--;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  throw new Error('a JSON string has no end');
}
