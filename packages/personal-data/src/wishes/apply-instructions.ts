import type { PiiSpan } from '../engine';
import { withoutOverlaps } from '../spans';
import type { Instructions } from './instructions';
import { bounded, literal, placesOf, withoutParts } from './text-values';

/** Whether a word names a place, by the tagger's lexicon. */
export type IsPlace = (word: string) => { city: boolean; region: boolean };

/** Instructions whose values are patterns. */
export interface InstructionPatterns extends Pick<Instructions, 'keepTags' | 'onlyTags' | 'keepParts'> {
  keepValues: RegExp | null;
  keepPersonsOf: RegExp | null;
  masks: readonly { pattern: RegExp; tag: string }[];
}

/**
 * Number of words at the start of an address that are never taken as its city, since they name the street.
 */
const streetWords = 3;
/** Abbreviations of states, some of which are also names of cities. */
const abbreviation = /^\p{Lu}{2}$/u;

/** Makes the patterns of instructions, once for all texts. */
export function instructionPatterns(instructions: Instructions): InstructionPatterns {
  const { keepTags, onlyTags, keepParts, maskValues } = instructions;
  return {
    keepTags,
    onlyTags,
    keepParts,
    keepValues: patternOf(instructions.keepValues),
    keepPersonsOf: patternOf(instructions.keepPersonsOf),
    masks: maskValues.map(({ value, tag }) => ({ pattern: bounded(literal(value), 'i'), tag })),
  };
}

/** Applies instructions to the spans of a text: removes some, shortens some, and adds values to mask. */
export function applyInstructions(
  patterns: InstructionPatterns,
  text: string,
  spans: readonly PiiSpan[],
  isPlace: IsPlace,
): readonly PiiSpan[] {
  const { keepValues, keepParts, masks } = patterns;
  let left = spans.filter((span) => !isKept(patterns, text, span));
  if (keepValues !== null) left = cutValues(text, left, keepValues);
  if (keepParts.size > 0)
    left = left.flatMap((span) =>
      span.tag === 'ADDRESS' ? cutPlaces(text, span, keepParts, isPlace) : [span],
    );
  if (masks.length === 0) return left;
  return withoutOverlaps([...masks.flatMap(({ pattern, tag }) => placesOf(text, pattern, tag)), ...left]);
}

function isKept(
  { keepTags, onlyTags, keepPersonsOf }: InstructionPatterns,
  text: string,
  span: PiiSpan,
): boolean {
  if (keepTags.has(span.tag) || onlyTags?.has(span.tag) === false) return true;
  return span.tag === 'PERSON' && keepPersonsOf?.test(linesAround(text, span)) === true;
}

const patternOf = (values: readonly string[]): RegExp | null =>
  values.length === 0 ? null : new RegExp(bounded(values.map(literal).join('|'), 'i').source, 'iu');

function cutValues(text: string, spans: readonly PiiSpan[], values: RegExp): PiiSpan[] {
  const places = placesOf(text, new RegExp(values.source, 'giu'), '');
  return spans.flatMap((span) =>
    withoutParts(
      text,
      span,
      places.filter(({ start, end }) => end > span.start && start < span.end),
    ),
  );
}

/** The line of a span, the one before it and the one after it. */
function linesAround(text: string, { start, end }: PiiSpan): string {
  const reach = 300;
  const before = text
    .slice(Math.max(0, start - reach), start)
    .split('\n')
    .slice(-2)
    .join('\n');
  const after = text
    .slice(end, end + reach)
    .split('\n')
    .slice(0, 2)
    .join('\n');
  return `${before} ${after}`;
}

function cutPlaces(text: string, span: PiiSpan, parts: ReadonlySet<string>, isPlace: IsPlace): PiiSpan[] {
  const words = Array.from(
    text.slice(span.start, span.end).matchAll(/[\p{L}\p{N}]+/gu),
    ({ 0: word, index }) => ({
      word,
      start: span.start + index,
      end: span.start + index + word.length,
    }),
  );
  const holes = words.filter(({ word }, place) => {
    if (/^\d{4,6}$/.test(word)) return parts.has('zip') && place > 0;
    if (place < streetWords && words.length > streetWords) return false;
    const { city, region } = isPlace(word);
    return (parts.has('city') && city && !abbreviation.test(word)) || (parts.has('region') && region);
  });
  return withoutParts(text, span, holes);
}
