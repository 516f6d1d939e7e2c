const FORMAT_CHARS_MAX = 4_096;

/** Localised spellings of `General` that some programs write; they contain date letters. */
const GENERAL_WORDS = ['general', 'standard'];

/**
 * Whether numbers with this format are shown as a date, a time or a duration: the first section has date
 * letters (`d m y h s`, or a bracketed `[h]`, `[m]`, `[s]`) and no digit placeholder besides fractions of a
 * second. Quoted and escaped text, colours, conditions and locales in brackets do not count. Linear in the
 * length of the code.
 */
export function isDateFormat(code: string): boolean {
  const bare = firstSectionWithoutLiterals(code.slice(0, FORMAT_CHARS_MAX));
  if (bare === 'elapsed') return true;
  if (GENERAL_WORDS.some((word) => bare.text.includes(word))) return false;
  return hasDateLetter(bare.text) && !hasDigitPlaceholder(bare.text);
}

function firstSectionWithoutLiterals(code: string): { text: string } | 'elapsed' {
  let text = '';
  for (let at = 0; at < code.length; at++) {
    const char = code.charAt(at);
    if (char === ';') break;
    if (char === '"') {
      const end = code.indexOf('"', at + 1);
      if (end < 0) break;
      at = end;
    } else if (char === '\\' || char === '_' || char === '*') {
      at++;
    } else if (char === '[') {
      const end = code.indexOf(']', at + 1);
      if (end < 0) break;
      if (isElapsed(code.slice(at + 1, end))) return 'elapsed';
      at = end;
    } else {
      text += char.toLowerCase();
    }
  }
  return { text };
}

function isElapsed(bracketed: string): boolean {
  const letters = new Set(bracketed.toLowerCase());
  const [letter] = letters;
  return letters.size === 1 && (letter === 'h' || letter === 'm' || letter === 's');
}

function hasDateLetter(text: string): boolean {
  return /[dmyhs]/.test(text);
}

/** Whether a text has digit placeholders: `0`, `#` and `?`, except the zeros of `ss.000`. */
function hasDigitPlaceholder(text: string): boolean {
  let fraction = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '#' || char === '?') return true;
    if (char === '0' && !fraction) return true;
    fraction = char === '0' ? fraction : char === '.' && text.charAt(at - 1) === 's';
  }
  return false;
}
