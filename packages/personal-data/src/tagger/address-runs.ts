import { CUE_KINDS } from '../rules/cues';
import type { LabelledText, Run } from './label-runs';
import { WORD } from './lexicon';
import { LABELS } from './linear-model';
import { SHAPE } from './shapes';
import { aboutGoods, proseLine } from './surroundings';
import { hasNumber, isNumber, isPlainLower, isTitleCase } from './token-forms';
import { signIdentity, type Tokens } from './tokens';

const firstPublicLabel = LABELS.indexOf('LOCATION');
const addressCue = CUE_KINDS.indexOf('ADDRESS') + 1;
const cellBorder = signIdentity + 124;
const comma = signIdentity + 44;
/** Most tokens between the lines of an address, quotation marks and line breaks included. */
const blockReach = 4;
/** Words that with a number alone are no address. */
const partsOfBuildings: ReadonlySet<string> = new Set(
  'Building Block Box Floor Unit Room Suite Level'.split(' '),
);
/** Most digits of the number of a house. */
const houseDigitsMax = 4;
/** Least number of tokens of an address without a known street or place. */
const leastTokens = 4;
/** Letters from which a word in lower case is no joint of names such as `de la`. */
const longWord = 5;
const yearOrOrdinal = /^(?:(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th|er|ème|e))$/i;
/** Units behind numbers that are no houses. */
const units: ReadonlySet<string> = new Set(
  'Jahre Jahren Monate Monaten Wochen Tage Tagen Stunden Minuten Uhr Euro EUR Prozent years months weeks days hours ans mois jours años meses días anni mesi giorni jaar weken dagen lat tygodni dni'.split(
    ' ',
  ),
);

/** Ends of names of streets. */
const streetEnd =
  /(?:stra(?:ß|ss)e|str\.?|weg|gasse|allee|platz|ring|ufer|damm|steig|markt|graben|chaussee|hof|straat|laan|plein|gracht|kade|dijk|singel|vej|gatan|gade)$/iu;
/** Articles and prepositions before streets of the town. */
const wordsBeforeStreets: ReadonlySet<string> = new Set(
  'die der den dem über auf durch le la du sur el por il sulla nella per het op przez ulicy'.split(' '),
);

/** Whether a word of an address is one of the sentence around it. */
const isOfSentence = (tokens: Tokens, index: number): boolean =>
  isPlainLower(tokens, index) && (tokens.bits[index]! & WORD.gazetteerMask & ~WORD.rankMask) === 0;

/** Start of an address without the words of a sentence before its first number or street. */
export function addressStart(text: string, tokens: Tokens, from: number, to: number): number {
  let start = from;
  // A number of years or weeks before it.
  if (
    isNumber(tokens, from) &&
    from + 1 < to &&
    units.has(text.slice(tokens.start[from + 1], tokens.end[from + 1]))
  )
    start = from + 2;
  for (let index = start; index < to; index++) {
    if (isNumber(tokens, index) || (tokens.bits[index]! & WORD.street) !== 0) break;
    if (isPlainLower(tokens, index) && (start === index || isOfSentence(tokens, index))) start = index + 1;
  }
  return start < to && (start === from || isTitleCase(tokens, start) || isNumber(tokens, start))
    ? start
    : from;
}

/** End of an address before the sentence that continues behind a comma. */
export function addressEnd(tokens: Tokens, from: number, to: number): number {
  let hasNumber = false;
  for (let index = from; index + 1 < to; index++) {
    hasNumber ||= isNumber(tokens, index);
    const isLong = tokens.end[index + 1]! - tokens.start[index + 1]! >= longWord;
    if (hasNumber && tokens.word[index] === comma && isLong && isOfSentence(tokens, index + 1)) return index;
  }
  return to;
}

/**
 * Whether a run can be an address: a number and a word, a street word and another one, or a code after a cue.
 */
export function isAddress(labelled: LabelledText, run: Run): boolean {
  const { text, tokens, around } = labelled;
  let words = 0;
  let streets = 0;
  let places = 0;
  for (let index = run.from; index < run.to; index++) {
    const shape = tokens.shape[index]! & ~SHAPE.foreign;
    if (shape >= SHAPE.lowerOne && shape <= SHAPE.otherScript) words++;
    if ((tokens.bits[index]! & WORD.street) !== 0) streets++;
    if (
      (tokens.bits[index]! & (WORD.city | WORD.region)) !== 0 &&
      (tokens.bits[index]! & WORD.rankMask) !== 1
    )
      places++;
  }
  if (streets === 0 && (hasSentence(tokens, run) || hasOnlyYears(text, tokens, run))) return false;
  if (!hasNumber(tokens, run))
    return streets > 0 && words > 1 && !hasMixedCase(tokens, run) && !isStreetOfText(labelled, run);
  if (run.to - run.from === 2 && isNounNumbered(text, tokens, run)) return false;
  const isPart = partsOfBuildings.has(text.slice(tokens.start[run.from], tokens.end[run.from]));
  if (isPart && run.to - run.from === 2 && !isInBlock(labelled, run)) return false;
  if (around.cue[run.from] === addressCue) return true;
  // A code such as `P-204`.
  if (streets + places === 0 && !/\s/.test(text.slice(tokens.start[run.from], tokens.end[run.to - 1])))
    return false;
  const line = around.line[run.from]!;
  if ((line & aboutGoods) !== 0 && streets === 0) return false;
  if (streets + places > 0) return words > 0;
  // A word and a long number beside other personal data, or a number and a word: `Ticket 48213`, `2 Wochen`.
  if (isInBlock(labelled, run))
    return (
      words > 0 && (run.to - run.from > 2 || !(hasLongNumber(tokens, run) || isNumber(tokens, run.from)))
    );
  return words > 0 && run.to - run.from >= leastTokens && (line & proseLine) !== 0;
}

/** Whether a street without a number is one of the town rather than of a person: `Umleitung über die Ringstraße`. */
function isStreetOfText(labelled: LabelledText, run: Run): boolean {
  const { text, tokens, around } = labelled;
  if (around.cue[run.from] === addressCue || run.from === 0) return false;
  const before = text.slice(tokens.start[run.from - 1], tokens.end[run.from - 1]).toLowerCase();
  return wordsBeforeStreets.has(before) || isPlainLower(tokens, run.from);
}

/** Whether a run is a noun and a number: `Zahlungsziel 14`. */
function isNounNumbered(text: string, { start, end, bits }: Tokens, { from }: Run): boolean {
  const word = text.slice(start[from], end[from]);
  const isWord = (bits[from]! & WORD.rankMask) > 0 && (bits[from]! & (WORD.street | WORD.city)) === 0;
  return isWord && !streetEnd.test(word);
}

/** Whether all numbers of a run are years or ordinals: `2013 Plan`, `2nd Quartile`. */
function hasOnlyYears(text: string, tokens: Tokens, { from, to }: Run): boolean {
  let numbers = 0;
  for (let index = from; index < to; index++) {
    if (!isNumber(tokens, index)) continue;
    numbers++;
    if (!yearOrOrdinal.test(text.slice(tokens.start[index], tokens.end[index]))) return false;
  }
  return numbers > 0;
}

function hasMixedCase({ shape }: Tokens, { from, to }: Run): boolean {
  for (let index = from; index < to; index++)
    if ((shape[index]! & ~SHAPE.foreign) === SHAPE.mixedUpper) return true;
  return false;
}

/** Whether a run holds a word of a sentence: in lower case, behind one with a capital, and no part of names. */
function hasSentence({ start, end, shape, bits }: Tokens, { from, to }: Run): boolean {
  let hasCapital = false;
  for (let index = from; index < to; index++) {
    const form = shape[index]! & ~SHAPE.foreign;
    hasCapital ||= form >= SHAPE.titleShort && form <= SHAPE.mixedLower;
    const isLong = form === SHAPE.lower && end[index]! - start[index]! >= longWord;
    if (hasCapital && isLong && (bits[index]! & WORD.gazetteerMask & ~WORD.rankMask) === 0) return true;
  }
  return false;
}

/** Whether a run has several lines, or other personal data directly next to it. */
export function isInBlock({ tokens, labels }: LabelledText, { from, to }: Run): boolean {
  for (let index = from; index < to; index++) if (tokens.shape[index] === SHAPE.newline) return true;
  return isBesidePersonal(tokens, labels, from, -1) || isBesidePersonal(tokens, labels, to - 1, 1);
}

/** Whether one of the tokens near `from` is labelled as personal data, in the same cell. */
function isBesidePersonal(tokens: Tokens, labels: Uint8Array, from: number, step: -1 | 1): boolean {
  for (let away = 1; away <= blockReach; away++) {
    const index = from + away * step;
    if (index < 0 || index >= tokens.count || tokens.word[index] === cellBorder) return false;
    if (labels[index]! > 0 && labels[index]! < firstPublicLabel) return true;
  }
  return false;
}

/** Whether a run holds a number of five digits or more. */
function hasLongNumber({ shape }: Tokens, { from, to }: Run): boolean {
  for (let index = from; index < to; index++)
    if (shape[index]! >= SHAPE.digitsOne + houseDigitsMax && shape[index]! <= SHAPE.digitsMany) return true;
  return false;
}
