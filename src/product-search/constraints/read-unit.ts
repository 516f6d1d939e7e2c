import { type Unit, unitOf } from '../units/unit-table';
import { foreignUnitOf } from '../units/unit-words';
import { matchAt, type ReadNumber } from './local-number';

/** A unit beside a number of a query. */
export interface ReadUnit {
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
const currencyBefore = /(?:US\$|[$€£¥₹]|(?<!\p{L})(?:usd|eur|gbp|chf|cad|aud) )\s?$/iu;

/** Words before a number that make it a size or the number of a model, whatever follows. */
const sizeBefore = /(?<![\p{L}\p{N}])(?:sizes?|sz|größe|groesse|taille|talla|no\.?|nr\.?|#) ?$/iu;
const modelBefore =
  /(?<![\p{L}\p{N}])(?:iphone|ipad|galaxy|note|oneplus|redmi|xperia|moto|nexus|mi|honor|poco|realme|pixel|eos) $/iu;
/** Goods of the company of this name. */
const brandGoods =
  /3m (?:\p{L}+ ){0,2}(?:tapes?|adhesives?|command|scotch|vhb|masks?|respirators?|post|sandpaper|earplugs?|klebeband|hooks?|cinta|ruban)(?![\p{L}\p{N}])/iuy;
/** Text that follows `in` where it is a word: `5 in 1`, `8 in black`, `4 in a row`. */
const afterPreposition =
  /[ -]?(?:\d|(?:one|a|an|the|my|your|stock|total|black|white|red|blue|green|gr[ae]y|brown|pink|yellow|orange|purple|navy|beige)(?!\p{L}))/iuy;

/** The currency whose sign or code ends before a place of a text; null without one. */
export function currencyBeforeNumber(text: string, at: number): { unit: Unit; start: number } | null {
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
export function unitBehind(text: string, start: number, number: ReadNumber): ReadUnit | null {
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
  const { value, hasSign, isMeasured } = number;
  if (name.length === 1 && isGlued && modelBefore.test(head)) return true;
  if (/^["'’]$/.test(name) && (!isGlued || new RegExp(`(?:^|\\s)${name}`).test(head))) return true;
  switch (name) {
    case 'in':
      return !isMeasured && matchAt(afterPreposition, text, end) !== null;
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
      return /^ ?\d/.test(text.slice(end));
    default:
      return false;
  }
}

function others({ symbol }: Unit, name: string): Unit[] {
  if (symbol === 'oz') return [unitOf('fl oz')!];
  return /^pounds?$/i.test(name) ? [unitOf('gbp')!] : [];
}
