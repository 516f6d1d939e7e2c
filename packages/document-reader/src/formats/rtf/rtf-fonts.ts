import { charsetOfCodePage } from 'spreadsheet-reader/toolkit';

/** Code pages of fonts by their `\fcharset`. */
const FONT_PAGES: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  78: 10001,
  79: 10003,
  80: 10008,
  81: 10002,
  85: 10006,
  86: 10081,
  88: 10029,
  89: 10007,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};
const symbolCharset = 2;

/** A font of the font table. */
export interface RtfFont {
  name: string;
  /** True for fonts of signs, such as Symbol, whose codes are no letters. */
  symbols: boolean;
  /** Character set of its texts; null for that of the file. */
  charset: string | null;
}

/** Font table under construction. */
export interface RtfFonts {
  readonly byNumber: ReadonlyMap<number, RtfFont>;
  control(word: string, parameter: number | null): void;
  text(bytes: Buffer): void;
}

/** An empty font table. */
export function createRtfFonts(): RtfFonts {
  const byNumber = new Map<number, RtfFont>();
  let font: RtfFont | null = null;
  return {
    byNumber,
    control(word, parameter) {
      if (word === 'f' && parameter !== null) {
        font = { name: '', symbols: false, charset: null };
        byNumber.set(parameter, font);
      } else if (font !== null && word === 'fcharset' && parameter !== null) {
        font.symbols = parameter === symbolCharset;
        font.charset = charsetOfCodePage(FONT_PAGES[parameter] ?? -1);
      } else if (font !== null && word === 'cpg' && parameter !== null) {
        font.charset = charsetOfCodePage(parameter);
      }
    },
    text(bytes) {
      if (font !== null) font.name = (font.name + bytes.toString('latin1')).replace(/;.*$/s, '').slice(0, 80);
    },
  };
}
