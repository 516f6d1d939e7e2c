import { builtInFormatCode, isDateFormat } from '../../number-format';
import { readXml } from '../xml/xml-events';

const GENERAL = 'General';
/** Excel stops at 65,490 cell formats. */
const STYLES_MAX = 200_000;

/** Number formats of cell styles. */
export interface Styles {
  /** 1 for each style that shows a date or a time. */
  dateStyles: Uint8Array;
  /** `General` for a style that does not exist. */
  formatCode(style: number): string;
}

export const noStyles: Styles = { dateStyles: new Uint8Array(1), formatCode: () => GENERAL };

/** Reads the styles part: the formats that it defines, and which of them each cell style has. */
export function readStyles(xml: string): Styles {
  const codes = new Map<number, string>();
  const formatOfStyle: number[] = [];
  let inCellStyles = false;
  readXml(xml, {
    open(tag) {
      if (tag.name === 'numFmt') {
        codes.set(Number(tag.attribute('numFmtId')), tag.attribute('formatCode') ?? GENERAL);
      } else if (tag.name === 'cellXfs') {
        inCellStyles = true;
      } else if (inCellStyles && tag.name === 'xf' && formatOfStyle.length < STYLES_MAX) {
        formatOfStyle.push(Number(tag.attribute('numFmtId') ?? 0));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });

  const codeOf = (format: number) => codes.get(format) ?? builtInFormatCode(format) ?? GENERAL;
  const dateFormats = new Map<number, number>();
  const dateStyles = Uint8Array.from(formatOfStyle, (format) => {
    const known = dateFormats.get(format) ?? (isDateFormat(codeOf(format)) ? 1 : 0);
    dateFormats.set(format, known);
    return known;
  });
  return { dateStyles, formatCode: (style) => codeOf(formatOfStyle[style] ?? 0) };
}
