import { builtInFormatCode, isDateFormat } from '../../number-format';
import { readXml } from '../../ooxml/xml/xml-events';

const GENERAL = 'General';
/** Cell formats at most; Excel allows 65,490. */
export const STYLES_MAX = 200_000;

/** Number formats of cell styles. */
export interface Styles {
  /** 1 for each style that shows a date or a time. */
  dateStyles: Uint8Array;
  /** Format code of a style; `General` for an unknown style. */
  formatCode(style: number): string;
}

export const noStyles: Styles = { dateStyles: new Uint8Array(1), formatCode: () => GENERAL };

/** Number formats of a styles part: codes by number, and the number of the format of each cell style. */
export interface CellStyles {
  codes: Map<number, string>;
  formatOfStyle: number[];
}

/** Reads the styles part: number formats, and the format of each cell style. */
export function readStyles(xml: string): Styles {
  const { codes, formatOfStyle }: CellStyles = { codes: new Map(), formatOfStyle: [] };
  // Both elements also occur, with another meaning, in conditional formats and named styles.
  let list = '';
  readXml(xml, 'x', {
    open(tag) {
      if (tag.name === 'x:numFmts' || tag.name === 'x:cellXfs') {
        list = tag.name;
      } else if (list === 'x:numFmts' && tag.name === 'x:numFmt') {
        codes.set(Number(tag.attribute('numFmtId')), tag.attribute('formatCode') ?? GENERAL);
      } else if (list === 'x:cellXfs' && tag.name === 'x:xf' && formatOfStyle.length < STYLES_MAX) {
        formatOfStyle.push(Number(tag.attribute('numFmtId') ?? 0));
      }
    },
    close(name) {
      if (name === list) list = '';
    },
  });
  return createStyles({ codes, formatOfStyle });
}

/** Resolves the formats of cell styles. */
export function createStyles({ codes, formatOfStyle }: CellStyles): Styles {
  const codeOf = (format: number) => codes.get(format) ?? builtInFormatCode(format) ?? GENERAL;
  const dateFormats = new Map<number, number>();
  const dateStyles = Uint8Array.from(formatOfStyle, (format) => {
    const known = dateFormats.get(format) ?? (isDateFormat(codeOf(format)) ? 1 : 0);
    dateFormats.set(format, known);
    return known;
  });
  return { dateStyles, formatCode: (style) => codeOf(formatOfStyle[style] ?? 0) };
}
