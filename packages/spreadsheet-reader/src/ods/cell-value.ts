import { FORMULA_CHARS_MAX, shownFormula } from '../formula';
import { CellKind } from '../workbook-reader';
import { isoToSerial } from '../xlsx/rows/iso-date';
import { type OdsStyles } from './styles';

const durationCharsMax = 40;
const DURATION = /^(-?)P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,12})?)S)?)?$/;
const ERROR_TEXT = /^(?:#[A-Z/0!?]{2,10}[!?A0]|Err:\d{3})$/;

/** Value of a cell, as a row of cells has it. */
export interface OdsValue {
  kind: number;
  number: number;
  text: string;
  /** Number of its format. */
  style: number;
}

/**
 * Value of a cell by its attributes and the text that it shows; null for a blank one.
 *
 * @param style name of its style
 */
export function readOdsValue(
  attributes: ReadonlyMap<string, string>,
  shown: string,
  { styles, style }: { styles: OdsStyles; style: string | undefined },
): OdsValue | null {
  const type = attributes.get('office:value-type');
  const valueWith = (kind: number, number: number, otherwise: string): OdsValue | null =>
    Number.isFinite(number)
      ? { kind, number, text: '', style: styles.formatOf(style, otherwise) }
      : textValue(shown);
  switch (type) {
    case 'float':
      return valueWith(CellKind.number, numberOf(attributes.get('office:value')), 'General');
    case 'currency':
      return valueWith(CellKind.number, numberOf(attributes.get('office:value')), '#,##0.00');
    case 'percentage':
      return valueWith(CellKind.number, numberOf(attributes.get('office:value')), '0.##%');
    case 'date': {
      const text = attributes.get('office:date-value') ?? '';
      const otherwise = text.includes('T') ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd';
      return valueWith(CellKind.date, isoToSerial(text, false), otherwise);
    }
    case 'time':
      return valueWith(CellKind.date, daysOf(attributes.get('office:time-value') ?? ''), '[h]:mm:ss');
    case 'boolean': {
      const number = attributes.get('office:boolean-value') === 'true' ? 1 : 0;
      return { kind: CellKind.boolean, number, text: '', style: 0 };
    }
    default:
      return formulaValue(
        attributes,
        textValue(shown === '' ? (attributes.get('office:string-value') ?? '') : shown),
      );
  }
}

/** A formula without a stored value is shown as its text. */
function formulaValue(attributes: ReadonlyMap<string, string>, value: OdsValue | null): OdsValue | null {
  const formula = attributes.get('table:formula');
  if (formula === undefined) return value;
  if (value !== null) return ERROR_TEXT.test(value.text) ? { ...value, kind: CellKind.error } : value;
  if (attributes.has('office:value-type')) return null;
  return { kind: CellKind.formula, number: 0, text: formulaText(formula), style: 0 };
}

/** A formula in OpenFormula as programs show it: `of:=SUM([.A1:.B2])` is `=SUM(A1:B2)`. */
function formulaText(formula: string): string {
  const bare = formula
    .slice(0, FORMULA_CHARS_MAX + 1)
    .replace(/^[a-z]+:/, '')
    .replace(/^=+/, '');
  return shownFormula(
    bare.replace(/\[([^\][]{1,200})\]/g, (_, reference: string) => reference.replace(/(^|:)\./g, '$1')),
  );
}

function textValue(text: string): OdsValue | null {
  return text === '' ? null : { kind: CellKind.text, number: 0, text, style: 0 };
}

function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? NaN : Number(text);
}

/** Days of an ISO 8601 duration without months and years; NaN for other texts. */
function daysOf(text: string): number {
  if (text.length > durationCharsMax) return NaN;
  const match = DURATION.exec(text);
  if (match === null) return isoToSerial(text, false);
  const [, sign, days, hours, minutes, seconds] = match;
  const rest =
    Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number((seconds ?? '0').replace(',', '.'));
  return (Number(days ?? 0) + rest / 86_400) * (sign === '-' ? -1 : 1);
}
