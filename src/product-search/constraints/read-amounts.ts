import { type DecimalMark } from '../../domain/products/field-table';
import { convert, foreignUnitOf, type Unit, unitOf } from '../units/units';
import { beginOfAbout, boundBefore, boundBehind, isContinental } from './amount-words';
import { decimalValue, matchAt, readLocalNumber, type ReadNumber } from './local-number';

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
  [/(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen) $/iu, / (?:and|und|et|y|e|en|&) /iuy],
  [/(?<!\p{L})(?:from|von|de|desde|da|van) $/iu, /\s?[-–—]\s?| (?:to|bis|à|a|hasta|tot|até) /iuy],
] as const;
const blankGroups = /\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?(?![\d.,])/uy;
const zeroGroups = /^\d{1,3}(?: 000)+$/;
const codeBehind = / ?(usd|cad|aud|nzd|mxn|hkd|sgd)(?![\p{L}\p{N}])/iuy;
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
const afterMoney =
  /^(?:\s*$|[.,!?;)]|\s+(?:with|for|and|or|mit|für|und|avec|pour|et|con|para|y|per|e|voor|met|en|com)(?!\p{L}))/iu;

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

/**
 * The place of the minus sign before a number, else of the number; null for a part of a code, such as `a-5`.
 */
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
  const blanks = matchAt(blankGroups, text, at);
  if (blanks !== null && !modelBefore.test(text.slice(0, at))) {
    const money = moneyInGroups(text, at, blanks[0], currency, mark);
    if (money !== null) return money;
  }
  const isInGroups = currency !== null && /^\d{1,3}\.\d{3}(?!\d)/.test(text.slice(at));
  const number = readLocalNumber(text, at, isInGroups ? 'comma' : mark);
  if (number === null) return null;
  const { value, end } = number;
  if (currency !== null)
    return matchAt(rate, text, end) === null ? withCurrency(text, currency, { end, value }) : null;
  const unit = unitBehind(text, at, number);
  if (unit === null) return { start: at, end, value, units: null };
  return compound(text, { start: at, end: unit.end, value, units: unit.units }, mark);
}

/** `$15 CAD`: the code behind says which dollars. */
function withCurrency(
  text: string,
  { unit, start }: { unit: Unit; start: number },
  { end, value }: { end: number; value: number },
): Measure {
  const code = matchAt(codeBehind, text, end);
  const other = code === null ? undefined : unitOf(code[1]!);
  if (code === null || other === undefined) return { start, end, value, units: [unit] };
  return { start, end: end + code[0].length, value, units: [other] };
}

/**
 * `12 500 EUR`, `€ 1 200`, `10 000 mAh`: groups of three after blanks are one number where it is money, or
 * where the groups are zeros; null elsewhere, as for `iphone 12 128 gb`.
 */
function moneyInGroups(
  text: string,
  at: number,
  written: string,
  currency: { unit: Unit; start: number } | null,
  mark: DecimalMark,
): Measure | null {
  const value = decimalValue(written.replaceAll(' ', ''), mark);
  if (value === null) return null;
  const end = at + written.length;
  if (currency !== null) return withCurrency(text, currency, { end, value });
  const unit = unitBehind(text, at, { value, end, hasSign: false, isMeasured: true });
  if (unit === null || (unit.units[0].quantity !== 'currency' && !zeroGroups.test(written))) return null;
  return { start: at, end: unit.end, value, units: unit.units };
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
  const afterCurrency = at + (matchAt(/(?:(?:US|CA|AU)?\$|[€£¥₹])\s?/uy, text, at)?.[0].length ?? 0);
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

/** A unit beside a number of a query. */
interface ReadUnit {
  /** Its meanings, the likelier first: ounces of weight or of volume. */
  units: [Unit, ...Unit[]];
  /** Place behind it. */
  end: number;
}

/** Units of three, two and one words, and those that a number may touch. */
const words = [
  /\p{L}[\p{L}.]* \p{L}+ \p{L}+/uy,
  /(?:°|\p{L})[\p{L}.]* \p{L}+/uy,
  /''|[\p{L}°$€£¥₹″′”’"'℃℉][\p{L}\p{N}°²³/$]*\.?/uy,
  /h(?=\d)|['’′"″”](?= ?[x×]? ?\d)/uy,
] as const;
const glue = /-| {0,2}/uy;
const currencyBefore =
  /(?:(?<!\p{L})(?:us|usd|ca|cad|c|au|aud|a|nz|r)\$|(?<!\p{L})\$|[€£¥₹]|(?<!\p{L})(?:usd|eur|gbp|chf|cad|aud|nzd|sek|nok|dkk|pln|czk|brl|mxn|jpy|inr|cny) )\s?$/iu;

/** Words before a number that make it a size or the number of a model, with or without a unit behind it. */
const sizeBefore = /(?<![\p{L}\p{N}])(?:sizes?|sz|größe|groesse|taille|talla|no\.?|nr\.?|#) ?$/iu;
const modelBefore =
  /(?<![\p{L}\p{N}])(?:iphone|ipad|galaxy|note|oneplus|redmi|xperia|moto|nexus|mi|honor|poco|realme|pixel|eos) $/iu;
/** Goods of the company of this name. */
const brandGoods =
  /3m (?:\p{L}+ ){0,2}(?:tapes?|adhesives?|command|scotch|vhb|masks?|respirators?|post|sandpaper|earplugs?|klebeband|hooks?|cinta|ruban)(?![\p{L}\p{N}])/iuy;
/** Text that follows `in` where it is a word: `5 in 1`, `8 in black`, `4 in a row`. */
const afterPreposition =
  /[ -]?(?:\d|(?:one|a|an|the|my|your|stock|total|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|english|german|french|spanish|store|stores|black|white|red|blue|green|gr[ae]y|brown|pink|yellow|orange|purple|navy|beige)(?!\p{L}))/iuy;

/**
 * Words that turn a measure into one of another quantity: areas, spaces, and rates such as `20 l per hour`.
 */
const otherQuantity =
  /[ .]{0,2}(?:square|squared|cubic|cubed|carr[ée]e?s?|cub(?:e|es|i|o|os|ic[oa]s?|iek)|c[úu]bic[oa]s?|cuadrad[oa]s?|quadrat[oia]|quadr[oia]|quadrad[oa]s?)(?!\p{L})/iuy;
const rate =
  / ?(?:\/|(?:per|pro|par|por|al|a|je|all['’]|à l['’]) ?)(?:h|hr|hrs|s|sec|min|d|hours?|minutes?|seconds?|days?|weeks?|months?|years?|stunden?|minuten?|sekunden?|tage?|wochen?|monate?|jahre?|heures?|secondes?|jours?|mois|semaines?|horas?|minutos?|segundos?|d[íi]as?|semanas?|mes(?:es)?|ore|ora|minuti|minuto|secondo|giorno|giorni|settimana|mese|uur|minuut|seconde|dag|week|maand|kg|lb|km|m|m2|m²|l|liter|litre)(?![\p{L}\p{N}])/iuy;
/** A number of people or things before a preposition: `for 2 in april`. */
const forPeople = /(?<!\p{L})(?:for|party of|table for) $/iu;

/** The currency whose sign or code ends before a place of a text; null without one. */
function currencyBeforeNumber(text: string, at: number): { unit: Unit; start: number } | null {
  const match = currencyBefore.exec(text.slice(0, at));
  if (match === null) return null;
  const unit = unitOf(match[0].trim());
  return unit === undefined ? null : { unit, start: match.index };
}

/**
 * The unit behind a number, with nothing, a space or a hyphen between them.
 *
 * @returns null where none stands, and where it only looks like one: `iphone 5s`, `5g`, `4k`, `3m tape`
 */
function unitBehind(text: string, start: number, number: ReadNumber): ReadUnit | null {
  const begin = number.end + matchAt(glue, text, number.end)![0].length;
  for (const pattern of words) {
    const written = matchAt(pattern, text, begin)?.[0];
    for (const name of written === undefined ? [] : new Set([written, written.replace(/\.$/, '')])) {
      const end = begin + name.length;
      const unit = unitOf(name) ?? foreignUnitOf(name);
      const isWhole = pattern === words[3] || !/[\p{L}\p{N}"'´]/u.test(text[end] ?? '');
      if (unit === undefined || !isWhole) continue;
      const isGlued = begin === number.end;
      if (isFalse(text, { start, begin, end, name, isGlued, number })) return null;
      return { units: [unit, ...others(unit, name)], end };
    }
  }
  return null;
}

interface Candidate {
  start: number;
  begin: number;
  end: number;
  name: string;
  isGlued: boolean;
  number: ReadNumber;
}

/** Whether a number and its unit mean something else. */
function isFalse(text: string, { start, end, name, isGlued, number }: Candidate): boolean {
  const head = text.slice(0, start);
  if (sizeBefore.test(head)) return true;
  if (matchAt(otherQuantity, text, end) !== null || matchAt(rate, text, end) !== null) return true;
  const { value, hasSign, isMeasured } = number;
  if (name.length === 1 && isGlued && modelBefore.test(head)) return true;
  if (/^["'’]$/.test(name) && (!isGlued || new RegExp(`(?:^|\\s)${name}`).test(head))) return true;
  switch (name) {
    case 'in':
      return !isMeasured && (forPeople.test(head) || matchAt(afterPreposition, text, end) !== null);
    case 'g':
    case 'G':
      return isGlued && !isMeasured && value >= 2 && value <= 6;
    case 'M':
    case 'S':
    case 'D':
    case 'd':
      return true;
    case 'm':
      return isGlued && matchAt(brandGoods, text, start) !== null;
    case 'K':
      return value < 1_000;
    case 'C':
    case 'F':
      return !hasSign;
    case 'A':
      return /^ to /i.test(text.slice(end));
    case 'v':
    case 'V':
      return (isGlued ? /^\d/ : /^ \d/).test(text.slice(end));
    default:
      return false;
  }
}

function others({ symbol }: Unit, name: string): Unit[] {
  if (symbol === 'oz') return [unitOf('fl oz')!];
  return /^pounds?$/i.test(name) ? [unitOf('gbp')!] : [];
}
