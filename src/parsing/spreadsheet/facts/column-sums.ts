import { type JsonText, writeJsonNumber } from 'spreadsheet-reader/toolkit';
import { exactDigits } from './byte-values';
import { decimalText, decimalToJson } from './decimal';
import { addExactly, roundedSum } from './exact-sum';

export interface ColumnSums {
  begin(columns: number): void;
  /** Adds a double by its shortest decimal that converts to it. */
  addDouble(column: number, value: number): void;
  /**
   * Adds a decimal of at most 15 digits: `value` is the nearest double, `places` its digits after the point.
   */
  addDecimal(column: number, value: number, places: number): void;
  /** Adds a canonical decimal of any length. */
  addLongDecimal(column: number, text: string): void;
  /**
   * Writes a sum as JSON; returns false where there is none because it exceeds the range of doubles. A sum of
   * decimals is exact, as a string where a number would lose digits. Other doubles, results of binary
   * arithmetic, are added exactly and their sum is rounded once.
   */
  write(out: JsonText, column: number): boolean;
}

const placesEnd = exactDigits + 1;
const POWERS = Float64Array.from({ length: placesEnd }, (_, i) => Number(`1e${i}`));
/** Bound below which doubles represent whole numbers exactly. */
const exactEnd = 2 ** 53;
const shortEnd = 1e15;
/** Numbers of digits after the point that are tried for a double, in order. */
const triedPlaces = [2, 4, 9];
const columnsInitial = 64;

/**
 * Creates the sums. They are whole numbers scaled by the digits after the point, which suffices for most
 * columns.
 */
export function createColumnSums(): ColumnSums {
  let scaled = new Float64Array(columnsInitial * placesEnd);
  /** Largest number of digits after the point of each column. */
  let placesMax = new Uint8Array(columnsInitial);
  /** Exact sums of doubles with more digits, as non-overlapping parts. */
  let parts: (number[] | undefined)[] = [];
  /** Sums of decimals with more digits. */
  const long = new Map<number, { digits: bigint; places: number }>();

  function addScaled(column: number, value: number, places: number): void {
    const at = column * placesEnd + places;
    const next = scaled[at]! + value;
    if (next < exactEnd && next > -exactEnd) scaled[at] = next;
    else {
      addLong(column, BigInt(scaled[at]!), places);
      scaled[at] = value;
    }
    if (places > placesMax[column]!) placesMax[column] = places;
  }

  function addLong(column: number, digits: bigint, places: number): void {
    const sum = long.get(column) ?? { digits: 0n, places: 0 };
    const to = Math.max(places, sum.places);
    const total = sum.digits * 10n ** BigInt(to - sum.places) + digits * 10n ** BigInt(to - places);
    long.set(column, { digits: total, places: to });
  }

  /** Sum of a column's decimals; null where it has more than 15 digits. */
  function shortSum(column: number): number | null {
    const places = placesMax[column]!;
    let sum = 0;
    for (let p = 0; p <= places; p++) {
      const part = scaled[column * placesEnd + p]! * POWERS[places - p]!;
      sum += part;
      if (Math.abs(part) >= exactEnd || Math.abs(sum) >= exactEnd) return null;
    }
    return !long.has(column) && Math.abs(sum) < shortEnd ? sum : null;
  }

  function decimalSum(column: number): string {
    const places = placesMax[column]!;
    const short = shortSum(column);
    if (short !== null) return decimalText(BigInt(short), places);
    for (let p = 0; p <= places; p++) addLong(column, BigInt(scaled[column * placesEnd + p]!), p);
    const { digits, places: to } = long.get(column)!;
    return decimalText(digits, to);
  }

  return {
    begin(columns) {
      if (columns > placesMax.length) {
        scaled = new Float64Array(columns * 2 * placesEnd);
        placesMax = new Uint8Array(columns * 2);
      }
      scaled.fill(0, 0, columns * placesEnd);
      placesMax.fill(0, 0, columns);
      parts = [];
      long.clear();
    },
    addDouble(column, value) {
      if (Number.isSafeInteger(value)) {
        addScaled(column, value, 0);
        return;
      }
      for (const places of triedPlaces) {
        const power = POWERS[places]!;
        const whole = Math.round(value * power);
        if (Math.abs(whole) < shortEnd && whole / power === value) {
          addScaled(column, whole, places);
          return;
        }
      }
      addExactly((parts[column] ??= []), value);
    },
    addDecimal(column, value, places) {
      addScaled(column, Math.round(value * POWERS[places]!), places);
    },
    addLongDecimal(column, text) {
      const point = text.indexOf('.');
      const places = point < 0 ? 0 : text.length - point - 1;
      addLong(column, BigInt(text.replace('.', '')), places);
    },
    write(out, column) {
      const own = parts[column];
      if (own === undefined) {
        const short = shortSum(column);
        if (short === null) out.raw(decimalToJson(decimalSum(column)));
        // The quotient is the nearest double, whose shortest decimal is the sum.
        else writeJsonNumber(out, short / POWERS[placesMax[column]!]! + 0);
        return true;
      }
      addExactly(own, Number(decimalSum(column)));
      const sum = roundedSum(own);
      if (!Number.isFinite(sum)) return false;
      writeJsonNumber(out, sum);
      return true;
    },
  };
}
