/** Wingdings characters used in forms and lists, by code in the font. */
const WINGDINGS: Readonly<Record<number, string>> = {
  0xfc: '✓',
  0xfe: '☑',
  0xa8: '☐',
  0x6f: '☐',
  0xfb: '✗',
  0xe0: '→',
  0xe8: '→',
  0xdf: '←',
  0xb7: '•',
  0xa7: '▪',
};

/** Greek letters of the font Symbol, in the order of A and a. */
const GREEK_CAPITALS = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const GREEK_LETTERS = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
/** Signs of the font Symbol, by code (Unicode's mapping SYMBOL.TXT). */
const SIGNS: Readonly<Record<number, string>> = {
  0xa2: '′',
  0xa3: '≤',
  0xa5: '∞',
  0xab: '↔',
  0xac: '←',
  0xad: '↑',
  0xae: '→',
  0xaf: '↓',
  0xb0: '°',
  0xb1: '±',
  0xb2: '″',
  0xb3: '≥',
  0xb4: '×',
  0xb5: '∝',
  0xb6: '∂',
  0xb7: '•',
  0xb8: '÷',
  0xb9: '≠',
  0xba: '≡',
  0xbb: '≈',
  0xbc: '…',
  0xc5: '⊕',
  0xc7: '∩',
  0xc8: '∪',
  0xce: '∈',
  0xcf: '∉',
  0xd1: '∇',
  0xd5: '∏',
  0xd6: '√',
  0xd7: '⋅',
  0xde: '⇒',
  0xe5: '∑',
  0xf2: '∫',
};

/**
 * Unicode character of a symbol font's code.
 *
 * @param code hexadecimal, in the private use area (F000 plus the code in the font) or the code itself
 * @returns '' for an unknown code
 */
export function symbolText(font: string | undefined, code: string | undefined): string {
  const place = Number.parseInt(code ?? '', 16) & 0xff;
  if (font?.toLowerCase() !== 'symbol') return WINGDINGS[place] ?? '';
  if (place >= 0x41 && place <= 0x5a) return GREEK_CAPITALS[place - 0x41]!;
  if (place >= 0x61 && place <= 0x7a) return GREEK_LETTERS[place - 0x61]!;
  return SIGNS[place] ?? '';
}
