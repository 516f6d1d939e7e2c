import { CellKind, type RowBuffer } from '../workbook-reader';
import { daysTo1904, isoOfSerial, serialEnd } from './calendar';
import { type CellFormat, compileFormat, type FixedSections } from './cell-format';
import { writeDate } from './date-pattern';
import { fractionText } from './fraction-section';
import { writeGeneral } from './general-number';
import { JsonText } from './json-text';
import { type RareFormat } from './rare-format';
import { unescapeCell } from './unescape-cell';

/** Styles with formats of their own; further ones are shown in General form. Spreadsheets allow 64,000. */
const stylesMax = 65_536;
const scratchBytesMax = 1 << 20;
/** Bound below which whole numbers are exact. */
const exactEnd = 2 ** 53;
const general: CellFormat = { number: { kind: 'general' }, text: null, elapsed: false };

/** Workbook properties that decide how cells are displayed. */
export interface DisplaySource {
  date1904: boolean;
  formatCode(style: number): string;
}

/**
 * Formatter of cells as the sheet displays them: numbers and dates in their number format, `TRUE` and
 * `FALSE`, errors and texts unchanged. A format that hides a value (`;;;`) or is unreadable is replaced by
 * General form, for dates by ISO form, so that no cell is lost. Formats are compiled once per style.
 */
export class CellDisplay {
  private readonly formats: (CellFormat | undefined)[] = [];
  private readonly byCode = new Map<string, CellFormat>();
  private readonly scratch = new JsonText();
  private readonly source: DisplaySource;

  constructor(source: DisplaySource) {
    this.source = source;
  }

  /** Compiled format of a style. */
  format(style: number): CellFormat {
    return this.formats[style] ?? this.compile(style);
  }

  private compile(style: number): CellFormat {
    if (!(style >= 0 && style < stylesMax)) return general;
    const code = this.source.formatCode(style);
    let format = this.byCode.get(code);
    if (format === undefined) {
      format = compileFormat(code);
      this.byCode.set(code, format);
    }
    while (this.formats.length < style) this.formats.push(undefined);
    this.formats[style] = format;
    return format;
  }

  /** Appends the text of cell `i` of a row. */
  write(out: JsonText, row: RowBuffer, i: number): void {
    const kind = row.kind[i]!;
    if (kind === CellKind.number || kind === CellKind.date) {
      this.writeNumber(out, row, i);
    } else if (kind === CellKind.boolean) {
      out.raw(row.number[i] === 0 ? 'FALSE' : 'TRUE');
    } else {
      const text = row.text[i]!;
      const shown = kind === CellKind.text ? (this.format(row.style[i]!).text?.(text) ?? text) : text;
      out.cell(shown);
    }
  }

  /** Text of cell `i` of a row as a string; for the few cells of header rows. */
  text(row: RowBuffer, i: number): string {
    this.scratch.clear(scratchBytesMax);
    this.write(this.scratch, row, i);
    return unescapeCell(this.scratch.textBetween(0, this.scratch.length));
  }

  private writeNumber(out: JsonText, row: RowBuffer, i: number): void {
    const value = row.number[i]!;
    const isDate = row.kind[i] === CellKind.date;
    const { number: format, elapsed } = this.format(row.style[i]!);
    const before = out.length;
    switch (format.kind) {
      case 'general':
        break;
      case 'fixed':
        if (writeFixed(out, format.sections, value)) break;
        this.writeRare(out, format.show, value);
        break;
      case 'fraction': {
        const section = value < 0 ? (format.negative ?? format.positive) : format.positive;
        const shown = fractionText(section, Math.abs(value));
        if (shown !== null) out.cell(value < 0 && format.negative === null ? `-${shown}` : shown);
        break;
      }
      case 'date': {
        const serial = this.serialOf(value);
        if (inCalendar(serial)) writeDate(out, format.pattern, serial);
        break;
      }
      case 'rare':
        if (elapsed) this.writeElapsed(out, format.show, value);
        else if (!isDate) this.writeRare(out, format.show, value);
        else if (inCalendar(this.serialOf(value))) this.writeRare(out, format.show, this.serialOf(value));
    }
    if (out.length > before) return;
    const iso = isDate && format.kind !== 'date' ? isoOfSerial(value, this.source.date1904) : null;
    if (iso !== null) out.raw(iso);
    else if (Number.isFinite(value)) writeGeneral(out, value);
    else out.raw(String(value));
  }

  /** Serial of the 1900 system. */
  private serialOf(value: number): number {
    return this.source.date1904 ? value + daysTo1904 : value;
  }

  /** Writes a duration, which has no epoch; a negative one as its size behind the sign. */
  private writeElapsed(out: JsonText, show: RareFormat, value: number): void {
    const shown = show(Math.abs(value));
    if (shown !== null) out.cell(value < 0 ? `-${shown}` : shown);
  }

  private writeRare(out: JsonText, show: RareFormat, value: number): void {
    const shown = show(value);
    if (shown !== null) out.cell(shown);
  }
}

/** Whether spreadsheets show a serial of the 1900 system as a date or a time. */
function inCalendar(serial: number): boolean {
  return serial >= 0 && serial < serialEnd;
}

/** Writes a value with a compiled section; false, without effect, where it is too large to be exact. */
function writeFixed(out: JsonText, { positive, negative, zero }: FixedSections, value: number): boolean {
  const size = Math.abs(value);
  const section = value < 0 ? (negative ?? positive) : value === 0 ? (zero ?? positive) : positive;
  let scaled = size * section.scale;
  if (!(scaled < exactEnd)) return false;
  const fraction = scaled - Math.floor(scaled);
  // Halves are rounded by the displayed decimal (15 digits): 1.005 is slightly less as a double, yet is shown
  // as 1.01. A whole number keeps digits behind the fifteenth, which spreadsheets show as zeros.
  if (fraction > 0 && Math.abs(fraction - 0.5) <= scaled * 1e-14) scaled = Number(scaled.toPrecision(15));
  const rounded = Math.round(scaled);
  // The placeholder `#` hides a zero, which must not leave a lone sign.
  if (rounded === 0 && section.integerDigits + section.decimals === 0 && !section.constant) return true;
  if (value < 0 && negative === null) out.raw('-');
  if (section.prefix.chars > 0) out.encoded(section.prefix);
  if (!section.constant) {
    out.digits(rounded, section.decimals, section.integerDigits, section.grouped);
  }
  if (section.suffix.chars > 0) out.encoded(section.suffix);
  return true;
}
