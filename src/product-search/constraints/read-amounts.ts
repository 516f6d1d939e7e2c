import { convert } from '../units/convert';
import { type Unit, unitOf } from '../units/unit-table';
import { beginOfAbout, boundBefore, boundBehind, isContinental } from './bound-words';
import { type DecimalMark, matchAt, readLocalNumber } from './local-number';
import { currencyBeforeNumber, unitBehind } from './read-unit';

/** Values that an amount stands for, both ends included; the ends of a single value are equal. */
export interface AmountRange {
  min: number | null;
  max: number | null;
}

/** An amount that a query text names. */
export interface Amount {
  /** Place of all of its words, in UTF-16 units. */
  start: number;
  end: number;
  /** Place of number and unit alone. */
  inner: { start: number; end: number };
  /** Meanings of its unit, the likelier first; null for a plain number, which is one of money. */
  units: [Unit, ...Unit[]] | null;
  /** Several for dimensions, such as `10x20 cm`. */
  ranges: [AmountRange, ...AmountRange[]];
}

/** A number with the text beside it. */
interface Measure {
  start: number;
  end: number;
  value: number;
  units: Amount['units'];
}

const numberStart = /[\d½¼¾⅓⅔⅛⅜⅝⅞]|[.,](?=\d)/gu;
const dimensionSign = /\s?[x×*]\s?| (?:by|mal|par|por) /iuy;
const rangeSign = /\s?[-–—]\s?| (?:to|bis|à|a) /iuy;
const rangeWords = [
  [/(?<!\p{L})(?:between|zwischen|entre) $/iu, / (?:and|und|et|y|e|&) /iuy],
  [/(?<!\p{L})(?:from|von|de|desde) $/iu, /\s?[-–—]\s?| (?:to|bis|à|a|hasta) /iuy],
] as const;
const quotedPart = /(?<=^|\s)["“„][^"“”„]+["”“](?=\s|$)/gu;
/** Units that a smaller one may follow: `5 ft 10 in`, `1 h 30 min`. */
const smallerUnits: Readonly<Record<string, string>> = {
  ft: 'in',
  lb: 'oz',
  h: 'min',
  min: 's',
  kg: 'g',
  m: 'cm',
};
/** Text that may stand behind a plain number of money. */
const afterMoney = /^(?:\s*$|[.,!?;)]|\s+(?:with|for|and|or|mit|für|und|avec|pour|et|con|para|y)(?!\p{L}))/iu;

/**
 * The amounts that a query text names, in order: numbers with a unit, ranges, dimensions, and plain numbers
 * under a bound, such as `under 60`. Parts in quotes have none.
 */
export function readAmounts(query: string): Amount[] {
  const text = query.replace(quotedPart, (part) => '.'.repeat(part.length));
  const mark = isContinental(text) ? 'comma' : 'point';
  const amounts: Amount[] = [];
  let from = 0;
  for (const { index } of text.matchAll(numberStart)) {
    if (index < from || /[\p{L}\p{N}_.,/]$/u.test(text.slice(0, index))) continue;
    const start = signStart(text, index);
    const amount = start === null ? null : amountAt(text, start, mark);
    if (amount === null || amount.start < from) continue;
    amounts.push(amount);
    from = amount.end;
  }
  return amounts;
}

/** The place of the minus sign before a number, else of the number; null for a part of a code, such as `a-5`. */
function signStart(text: string, at: number): number | null {
  if (!/[-−]/u.test(text[at - 1] ?? '')) return at;
  return at === 1 || /[\s(]/u.test(text[at - 2]!) ? at - 1 : null;
}

function amountAt(text: string, start: number, mark: DecimalMark): Amount | null {
  const first = measureAt(text, start, mark);
  if (first === null) return null;
  return dimensionsAt(text, first, mark) ?? rangeAt(text, first, mark) ?? boundedAt(text, first);
}

/** The number at a place with its unit, and with a smaller one behind it. */
function measureAt(text: string, at: number, mark: DecimalMark): Measure | null {
  const currency = currencyBeforeNumber(text, at);
  const isInGroups = currency !== null && /^\d{1,3}\.\d{3}(?!\d)/.test(text.slice(at));
  const number = readLocalNumber(text, at, isInGroups ? 'comma' : mark);
  if (number === null) return null;
  const { value, end } = number;
  if (currency !== null) return { start: currency.start, end, value, units: [currency.unit] };
  const unit = unitBehind(text, at, number);
  if (unit === null) return { start: at, end, value, units: null };
  return compound(text, { start: at, end: unit.end, value, units: unit.units }, mark);
}

/** A measure together with the smaller one behind it. */
function compound(text: string, measure: Measure, mark: DecimalMark): Measure {
  const [unit] = measure.units!;
  const smaller = unitOf(smallerUnits[unit.symbol] ?? '');
  if (smaller === undefined) return measure;
  const next = measure.end + (text[measure.end] === ' ' ? 1 : 0);
  const number = /\d/.test(text[next] ?? '') ? readLocalNumber(text, next, mark) : null;
  if (number === null) return measure;
  const read = unitBehind(text, next, number);
  const isBare = read === null && next === measure.end && /^(?:\s|$)/.test(text.slice(number.end));
  if (!isBare && read?.units[0].symbol !== smaller.symbol) return measure;
  return {
    ...measure,
    end: read?.end ?? number.end,
    value: measure.value + convert(number.value, smaller, unit),
    units: [unit],
  };
}

/** `10x20 cm`, `2 ft by 3 ft`; of a number of packages, such as `6 x 330 ml`, one package. */
function dimensionsAt(text: string, first: Measure, mark: DecimalMark): Amount | null {
  const sides = [first];
  for (;;) {
    const last = sides.at(-1)!;
    const sign = matchAt(dimensionSign, text, last.end);
    const next = sign === null ? null : measureAt(text, last.end + sign[0].length, mark);
    if (next === null) break;
    sides.push(next);
  }
  const last = sides.at(-1)!;
  if (sides.length === 1 || last.units === null) return null;
  const [unit] = last.units;
  if (unit.quantity !== 'length') return first.units === null ? boundedAt(text, last) : null;
  const values = sides.map(({ value, units }) => (units === null ? value : convertTo(value, units[0], unit)));
  if (sides.length > 3 || values.some((value) => value === null)) return null;
  const ranges = values.map((value) => ({ min: value, max: value }));
  const place = { start: first.start, end: last.end };
  return { ...place, inner: place, units: [unit], ranges: ranges as Amount['ranges'] };
}

/** `10-20 cm`, `2 kg to 3 kg`, `between 20 and 40`. */
function rangeAt(text: string, first: Measure, mark: DecimalMark): Amount | null {
  const head = text.slice(0, first.start);
  const worded = rangeWords.find(([before]) => before.test(head));
  const sign = matchAt(worded?.[1] ?? rangeSign, text, first.end);
  if (sign === null) return null;
  const at = first.end + sign[0].length;
  const afterCurrency = at + (matchAt(/(?:US\$|[$€£¥₹])\s?/uy, text, at)?.[0].length ?? 0);
  const second = measureAt(text, afterCurrency, mark);
  const units = second?.units ?? first.units;
  if (second === null || (units === null && (worded === undefined || !afterMoney.test(text.slice(second.end)))))
    return null;
  const min = units === null || first.units === null ? first.value : convertTo(first.value, first.units[0], units[0]);
  if (min === null || min >= second.value) return null;
  const start = worded === undefined ? first.start : worded[0].exec(head)!.index;
  const inner = { start: first.start, end: second.end };
  return { start, end: second.end, inner, units, ranges: [{ min, max: second.value }] };
} // prettier-ignore

/** A single amount, under a bound where one is written beside it. */
function boundedAt(text: string, { start, end, value, units }: Measure): Amount | null {
  const before = boundBefore(text, start);
  const behind = before === null && units !== null ? boundBehind(text, end) : null;
  const bound = before ?? behind;
  const inner = { start, end };
  if (units === null && (before === null || before.isLoose || !afterMoney.test(text.slice(end)))) return null;
  if (bound === null)
    return { start: beginOfAbout(text, start), end, inner, units, ranges: [{ min: value, max: value }] };
  const range = bound.bound === 'upper' ? { min: null, max: value } : { min: value, max: null };
  return { start: before?.place ?? start, end: behind?.place ?? end, inner, units, ranges: [range] };
}

function convertTo(value: number, from: Unit, to: Unit): number | null {
  if (from.symbol === to.symbol) return value;
  return from.quantity === to.quantity && from.name !== null && to.name !== null
    ? convert(value, from, to)
    : null;
}
