import type { PiiWarning } from '../engine';
import { meaningOf } from './instruction-words';

/** Parsed instructions. */
export interface Instructions {
  /** Tags that stay unmasked. */
  keepTags: ReadonlySet<string>;
  /** The only tags that are masked; null for all. */
  onlyTags: ReadonlySet<string> | null;
  /** Kinds that a sentence asks to mask. */
  askedTags: ReadonlySet<string>;
  /** Parts of addresses that stay unmasked: `city`, `region`, `zip`. */
  keepParts: ReadonlySet<string>;
  /** Values that stay unmasked everywhere. */
  keepValues: readonly string[];
  /** Organizations; persons named next to one of them stay unmasked. */
  keepPersonsOf: readonly string[];
  /** Values that are masked everywhere. */
  maskValues: readonly { value: string; tag: string }[];
  warnings: readonly PiiWarning[];
}

const verbs = '(?:mask|redact|hide|remove|anonymi[sz]e|replace|touch|change|black out)';
const lead = String.raw`^(?:(?:please|also|but|and|always|however)[\s,]+)*`;
const only = new RegExp(`${lead}(?:(?:only|just)\\s+${verbs}|${verbs}\\s+(?:only|just))\\s+(.+)$`, 'is');
const keep = new RegExp(
  `${lead}(?:keep|leave|preserve|retain|spare|do not ${verbs}|don['’]t ${verbs}|never ${verbs})\\s+(.+?)` +
    String.raw`(?:\s+(?:as (?:they are|it is|is)|unmasked|visible|readable|unchanged|untouched|alone|intact|in place))?$`,
  'is',
);
const mask = new RegExp(`${lead}${verbs}\\s+(.+)$`, 'is');
const quoted = /["“„'‘`]([^"“”„'‘’`\n]{1,200})["”“'’`]/g;
const staff =
  /^(?:the |all )?(?:names? of )?(?:the |our |all )?(?:employees|staff|members|people|persons|persons working|managers|colleagues|workers|customers|clients)\s+(?:of|at|from|for)\s+(.+)$/i;
const nameList =
  /^(?:the )?(?:names? |persons? |people )?((?:\p{Lu}[\p{L}\p{N}&'’.-]*)(?:[ ,]+(?:and |or |& )?\p{Lu}[\p{L}\p{N}&'’.-]*)*)$/u;
const list = /\s*,\s*(?:and|or|nor)?\s*|\s+(?:and|or|nor)\s+/i;
const customTag = /^[A-Z][A-Z0-9_]{0,31}$/;

interface Reading {
  keepTags: Set<string>;
  onlyTags: Set<string> | null;
  askedTags: Set<string>;
  keepParts: Set<string>;
  keepValues: string[];
  keepPersonsOf: string[];
  maskValues: { value: string; tag: string }[];
}

/**
 * Parses instructions sentence by sentence. It understands "keep …", "do not mask …", "mask …" and "only mask
 * …" with known kinds of data, quoted values, lists of names, and "names of employees of …".
 *
 * @param fieldTags tags of custom fields, which instructions may name too
 * @returns the instructions, and a warning for each sentence that was not understood
 */
export function readInstructions(instructions: string | null, fieldTags: readonly string[]): Instructions {
  const reading: Reading = {
    keepTags: new Set(),
    onlyTags: null,
    askedTags: new Set(),
    keepParts: new Set(),
    keepValues: [],
    keepPersonsOf: [],
    maskValues: [],
  };
  const warnings: PiiWarning[] = [];
  for (const sentence of sentencesOf(instructions ?? ''))
    if (!readSentence(sentence.replace(/[.!;]+$/, '').trim(), reading, fieldTags))
      warnings.push({
        code: 'instruction_not_applied',
        text: sentence,
        message: 'The engine did not understand this sentence and masks as if it were not there.',
      });
  return { ...reading, warnings };
}

/** Sentences of a text; a full stop within quotation marks does not end one. */
function sentencesOf(text: string): string[] {
  const masked = text.replaceAll(quoted, (found) => found.replaceAll(/[.!?;]/g, '\u0000'));
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: end, index } of masked.matchAll(/[.!?;]+(?=\s|$)|\n+|$/g)) {
    const sentence = text.slice(start, index + end.length).trim();
    if (/[\p{L}\p{N}]/u.test(sentence)) sentences.push(sentence);
    start = index + end.length;
  }
  return sentences;
}

function readSentence(sentence: string, reading: Reading, fieldTags: readonly string[]): boolean {
  const onlyObject = only.exec(sentence)?.[1];
  if (onlyObject !== undefined) return readOnly(onlyObject, reading, fieldTags);
  const kept = keep.exec(sentence)?.[1];
  if (kept !== undefined) return readKept(kept, reading, fieldTags);
  const masked = mask.exec(sentence)?.[1];
  return masked !== undefined && readMasked(masked, reading, fieldTags);
}

function readOnly(object: string, reading: Reading, fieldTags: readonly string[]): boolean {
  const tags = tagsOf(object, fieldTags);
  if (tags === null) return false;
  reading.onlyTags = new Set([...(reading.onlyTags ?? []), ...tags]);
  return ask(tags, reading);
}

function readKept(object: string, reading: Reading, fieldTags: readonly string[]): boolean {
  const values = quotesIn(object);
  if (values.length > 0) return addAll(reading.keepValues, values);
  const organizations = staff.exec(object)?.[1];
  if (organizations !== undefined && /^\p{Lu}|^\d/u.test(organizations))
    return addAll(reading.keepPersonsOf, organizations.split(list));
  const meanings = object.split(list).map((noun) => meaningOf(noun) ?? fieldTagOf(noun, fieldTags));
  if (meanings.every((meaning) => meaning !== undefined)) {
    for (const meaning of meanings) keepMeaning(meaning, reading);
    return true;
  }
  const names = nameList.exec(object)?.[1];
  return names !== undefined && addAll(reading.keepValues, names.split(list));
}

function keepMeaning(meaning: string, { keepParts, keepTags }: Reading): void {
  if (meaning === 'place') {
    keepParts.add('city');
    keepParts.add('region');
  } else if (['city', 'region', 'zip'].includes(meaning)) keepParts.add(meaning);
  else if (meaning !== 'nothing') keepTags.add(meaning);
}

function readMasked(object: string, reading: Reading, fieldTags: readonly string[]): boolean {
  const values = quotesIn(object);
  if (values.length > 0) {
    const tag = tagOfNoun(object.slice(0, object.search(/["“„'‘`]/)), fieldTags);
    return addAll(
      reading.maskValues,
      values.map((value) => ({ value, tag })),
    );
  }
  const tags = tagsOf(object, fieldTags);
  if (tags !== null) return ask(tags, reading);
  const names = nameList.exec(object)?.[1];
  return (
    names !== undefined &&
    addAll(
      reading.maskValues,
      names.split(list).map((value) => ({ value, tag: 'PERSON' })),
    )
  );
}

/** Notes kinds to mask. Most are masked without it. */
function ask(tags: readonly string[], { askedTags }: Reading): true {
  for (const tag of tags) askedTags.add(tag);
  return true;
}

/** Tags of a list of nouns; null when one of them is not a kind of personal data. */
function tagsOf(object: string, fieldTags: readonly string[]): string[] | null {
  const tags = object.split(list).map((noun) => meaningOf(noun) ?? fieldTagOf(noun, fieldTags));
  return tags.every((tag) => tag !== undefined && customTag.test(tag)) ? (tags as string[]) : null;
}

const fieldTagOf = (noun: string, fieldTags: readonly string[]): string | undefined => {
  const asTag = upperSnake(noun.replace(/^(?:the|all|any)\s+/i, ''));
  return fieldTags.find((tag) => tag === asTag || `${tag}S` === asTag);
};

/** The tag of values after a noun: a known one, or one made of the noun ("product codes" → PRODUCT_CODE). */
function tagOfNoun(noun: string, fieldTags: readonly string[]): string {
  const plain = noun
    .replace(/\b(?:such as|like|namely|the|all|any|values?|words?|terms?|text)\b/gi, ' ')
    .trim();
  const known = meaningOf(plain) ?? fieldTagOf(plain, fieldTags);
  if (known !== undefined && customTag.test(known)) return known;
  const made = upperSnake(plain)
    .replace(/(?<!S)S$/, '')
    .slice(0, 32);
  return customTag.test(made) ? made : 'CUSTOM';
}

const upperSnake = (words: string): string =>
  words
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

const quotesIn = (text: string): string[] => Array.from(text.matchAll(quoted), ([, value]) => value!.trim());

function addAll<T>(values: T[], more: readonly T[]): boolean {
  values.push(...more);
  return true;
}
