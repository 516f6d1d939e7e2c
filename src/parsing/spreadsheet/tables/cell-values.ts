import { type TableColumn } from '../../../domain/documents/parsed-table';
import { isoOfSerial, toJson } from 'spreadsheet-reader/toolkit';
import { decimalToJson, decimalValue } from '../facts/decimal';
import { isErrorName } from '../facts/error-name';
import { isoDateKey, isoForm } from '../facts/iso-text';
import { isoOfWritten, readWrittenDate } from '../facts/local-date';
import { canonicalDecimal, readWrittenNumber } from '../facts/local-number';
import { CODE, type ValuesLine } from './cell-codes';
import { isBooleanWord } from './count-values';
import { plainNumber } from './plain-numbers';

const none = 'null';
const doubleBytes = 8;

/** Values of the cells of a chunk, as JSON, in reading order. */
export interface StoredValues {
  /** Value of the next cell with a text, in a column counted from the first of the chunk. */
  next(column: number, shown: string): string;
}

/** Creates the reader of the values of a workbook's chunk. */
export function createStoredValues(line: ValuesLine, date1904: boolean): StoredValues {
  const { codes, mixed = [], texts = [] } = line;
  const numbers = Buffer.from(line.numbers ?? '', 'base64');
  const mixedAt = new Map<number, { list: string; next: number }>();
  for (let c = 0; c < codes.length; c++)
    if (codes[c] === CODE.mixed) mixedAt.set(c, { list: mixed[mixedAt.size] ?? '', next: 0 });
  let numberAt = 0;
  let textAt = 0;

  function nextNumber(): number {
    const value = numbers.readDoubleLE(numberAt * doubleBytes);
    numberAt++;
    return value;
  }

  function codeOf(column: number): string | undefined {
    const several = mixedAt.get(column);
    return several === undefined ? codes[column] : several.list[several.next++];
  }

  return {
    next(column, shown) {
      switch (codeOf(column)) {
        case CODE.plain:
          return numberJson(plainNumber(shown));
        case CODE.number:
          return numberJson(nextNumber());
        case CODE.date: {
          const serial = nextNumber();
          const iso = isoOfSerial(serial, date1904);
          return iso === null ? numberJson(serial) : `"${iso}"`;
        }
        case CODE.boolean:
          return shown === 'TRUE' ? 'true' : 'false';
        case CODE.hiddenText:
          return toJson(texts[textAt++] ?? shown);
        case CODE.none:
          return none;
        default:
          return toJson(shown);
      }
    },
  };
}

/** JSON of a number; `null` for one that is none. */
function numberJson(value: number): string {
  return Number.isFinite(value) ? String(value) : none;
}

/**
 * Value, as JSON, of a text of a text file in a column. A text that is not of the column's type stays a text,
 * and a number that would lose digits is one too.
 */
export function typedText(shown: string, column: TableColumn): string {
  const { type, dateOrder } = column;
  if (isErrorName(shown)) return none;
  if (type === 'number') return decimalJson(shown, column) ?? toJson(shown);
  if (type === 'date') return isoDateJson(shown, dateOrder) ?? toJson(shown);
  if (type === 'boolean' && isBooleanWord(shown)) return shown.toLowerCase();
  return toJson(shown);
}

function decimalJson(shown: string, { decimalMark: mark, unit }: TableColumn): string | null {
  if (mark !== ',' && !Number.isNaN(decimalValue(shown))) return decimalToJson(shown);
  const written = readWrittenNumber(shown);
  if (written === null || (written.unit !== null && written.unit !== unit)) return null;
  // A mark that contradicts the column's, or is ambiguous without one, tells no number.
  const isKnown = written.mark === 'ambiguous' ? mark !== undefined : written.mark === (mark ?? '.');
  if (written.mark !== null && !isKnown) return null;
  return decimalToJson(canonicalDecimal(written, mark ?? '.'));
}

function isoDateJson(shown: string, order: TableColumn['dateOrder']): string | null {
  if (!Number.isNaN(isoDateKey(shown))) return toJson(isoForm(shown));
  const written = order === undefined ? null : readWrittenDate(shown);
  const iso = written === null ? null : isoOfWritten(written, order!);
  return iso === null ? null : `"${iso}"`;
}
