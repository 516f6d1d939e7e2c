import Qty from 'js-quantities';
import { type Unit } from './unit-table';

/** Digits that survive a conversion; more would show the noise of binary fractions. */
const conversionDigits = 12;

const converters = new Map<string, (value: number) => number>();

/** Whether values of one unit can be had in the other. Currencies have no conversion. */
export function areCompatible(a: Unit, b: Unit): boolean {
  return a.symbol === b.symbol || (a.quantity === b.quantity && a.quantity !== 'currency');
}

/**
 * A value in another unit of the same quantity, to 12 digits.
 *
 * @param to a unit for which `areCompatible` holds
 */
export function convert(value: number, from: Unit, to: Unit): number {
  if (from.symbol === to.symbol) return value;
  const key = `${from.symbol}>${to.symbol}`;
  let converter = converters.get(key);
  if (converter === undefined) {
    converter = Qty.swiftConverter(from.name!, to.name!);
    converters.set(key, converter);
  }
  return Number(converter(value).toPrecision(conversionDigits));
}
