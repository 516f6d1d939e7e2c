/** Token of a number format section. */
export type FormatToken =
  | { kind: 'literal'; text: string }
  /** Placeholder, structure sign or letter, one character, interpreted later. */
  | { kind: 'symbol'; text: string }
  /** Language of names in `[$-407]`: the low 16 bits are a Windows language id. */
  | { kind: 'locale'; id: number };

/** Characters of a number format code at most, as in spreadsheet programs. */
export const formatCodeCharsMax = 255;
/** Characters that are literals without quotes, unless a section uses them as structure signs. */
const plainLiterals = new Set(" $-+()!^&'~{}<>=:€£¥₩₽₹₺₴₫₪฿¢%/,");
const colours = /^(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d{1,2})$/i;

/**
 * Splits a number format code (ECMA-376 part 1, 18.8.31) at its `;` and reads each section's literals,
 * colours, currency and locale brackets and paddings. Paddings (`_x`) and fills (`*x`) only align columns and
 * are left out. Null for codes that the compiled formats do not support: conditions, elapsed times, unknown
 * brackets, open quotes.
 */
export function splitFormat(code: string): FormatToken[][] | null {
  if (code.length > formatCodeCharsMax) return null;
  const sections: FormatToken[][] = [[]];
  let section = sections[0]!;
  for (let i = 0; i < code.length; i++) {
    const char = code[i]!;
    if (char === ';') {
      section = [];
      sections.push(section);
    } else if (char === '"') {
      const end = code.indexOf('"', i + 1);
      if (end < 0) return null;
      section.push({ kind: 'literal', text: code.slice(i + 1, end) });
      i = end;
    } else if (char === '\\' || char === '_' || char === '*') {
      if (i + 1 >= code.length) return null;
      i++;
      if (char === '\\') section.push({ kind: 'literal', text: code[i]! });
    } else if (char === '[') {
      const end = code.indexOf(']', i + 1);
      if (end < 0) return null;
      const token = bracket(code.slice(i + 1, end));
      if (token === null) return null;
      section.push(...token);
      i = end;
    } else {
      section.push({ kind: 'symbol', text: char });
    }
  }
  return sections.length > 4 ? null : sections;
}

function bracket(body: string): FormatToken[] | null {
  if (colours.test(body)) return [];
  if (!body.startsWith('$')) return null;
  const dash = body.lastIndexOf('-');
  const symbol = dash < 0 ? body.slice(1) : body.slice(1, dash);
  const tokens: FormatToken[] = symbol === '' ? [] : [{ kind: 'literal', text: symbol }];
  if (dash < 0) return tokens;
  const id = body.slice(dash + 1);
  if (!/^[0-9a-f]{1,8}$/i.test(id)) return null;
  tokens.push({ kind: 'locale', id: Number.parseInt(id, 16) });
  return tokens;
}

/** Whether a character outside quotes is a literal. */
export function isPlainLiteral(char: string): boolean {
  return plainLiterals.has(char) || char > '\u007f';
}
