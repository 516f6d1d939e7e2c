/** Characters of Wingdings that stand for words in forms and lists, by their place in the font. */
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

/** Greek letters of the font Symbol, from A and from a on. */
const GREEK_CAPITALS = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const GREEK_LETTERS = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
/** Its signs (the encoding that the font itself has, as Unicode's SYMBOL.TXT maps it). */
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
 * The character that an old font shows in place of another one.
 *
 * @param code hexadecimal, in the private area of Unicode (F000 and the place in the font) or the place
 *   itself
 * @returns '' for one that is not known
 */
export function symbolText(font: string | undefined, code: string | undefined): string {
  const place = Number.parseInt(code ?? '', 16) & 0xff;
  if (font?.toLowerCase() !== 'symbol') return WINGDINGS[place] ?? '';
  if (place >= 0x41 && place <= 0x5a) return GREEK_CAPITALS[place - 0x41]!;
  if (place >= 0x61 && place <= 0x7a) return GREEK_LETTERS[place - 0x61]!;
  return SIGNS[place] ?? '';
}
