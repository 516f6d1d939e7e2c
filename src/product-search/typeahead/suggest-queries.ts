import { parseRecord } from '../../domain/products/raw-object';
import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { escapeHtml } from '../matches/highlight';
import { createLoopPauses } from '../matches/loop-pauses';
import { createRecordMatcher, type MatchedField, type MatchedValue, shareOf } from '../matches/match-record';
import { createWordMatcher, type WordMatch, type WordMatcher } from '../matches/match-words';
import { fieldName } from '../schema/declared-fields';
import { type ResolvedText } from '../search/query-text';
import { fieldValues, searchedText } from '../values/column-value';
import { membersAt } from '../values/members-at';
import { foldText, tokenText, type Word, wordsOf } from '../words/words';

/** A query that a begun one may become. */
export interface Suggestion {
  query: string;
  /** The query with `<em>` around what was typed, escaped for HTML. */
  highlight: string;
  /** Categories of the records that suggest it, those of most records first. */
  categories: { value: string }[];
}

/** A suggestion, and the records that make it. */
interface Tally {
  query: string;
  records: number;
  categories: Map<string, number>;
}

const categoriesMax = 3;
/** Longer parts of titles and longer categories are no queries. */
const queryCharsMax = 100;
/** Words of a title between those of the query that a suggestion takes along at most. */
const spareWordsMax = 2;
/** Words that join others begin and end no suggestion. */
const joiningWords = new Set(
  'a an and at by de du et for from in la le mit of on or the to und with'.split(' '),
);

/**
 * The queries that a begun one may become, as titles and categories of records have it; those of most records
 * first. They come from the given records alone, and so tell of no others.
 */
export async function suggestQueries(
  { fields, primary }: Pick<FieldTable, 'fields' | 'primary'>,
  text: ResolvedText,
  hits: readonly { text: string }[],
  limit: number,
): Promise<Suggestion[]> {
  const title = fields.find(({ path }) => primary !== null && fieldName(path) === fieldName(primary));
  const category = fields.find(({ role }) => role === 'category');
  const told = [title, category].filter((row) => row !== undefined);
  const matchRecord = createRecordMatcher({ fields: told }, text, shareOf(hits.length));
  const pauses = createLoopPauses();
  const tallies = new Map<string, Tally>();
  for (const hit of hits) {
    if (pauses.isDue()) await pauses.take();
    const record = parseRecord(hit.text);
    const queries = new Map<string, string>();
    for (const query of queriesOf(text, matchRecord(record).fields)) {
      const key = tokenText(query);
      if (key !== '' && !queries.has(key)) queries.set(key, query);
    }
    const categories = category === undefined ? [] : textsOf(record, category);
    for (const [key, query] of queries) count(tallies, key, query, categories);
  }
  tallies.delete(tokenText(text.text));
  const matchWords = createWordMatcher(text);
  return [...tallies.values()]
    .sort((a, b) => b.records - a.records || a.query.length - b.query.length || (a.query < b.query ? -1 : 1))
    .slice(0, limit)
    .map(({ query, categories }) => ({
      query,
      highlight: markTyped(query, text, matchWords),
      categories: mostFrequent(categories)
        .slice(0, categoriesMax)
        .map((value) => ({ value })),
    }));
}

function count(tallies: Map<string, Tally>, key: string, query: string, categories: readonly string[]): void {
  const tally = tallies.get(key) ?? { query, records: 0, categories: new Map<string, number>() };
  tallies.set(key, tally);
  tally.records++;
  for (const value of new Set(categories))
    tally.categories.set(value, (tally.categories.get(value) ?? 0) + 1);
}

/**
 * The queries that one record makes of a begun one: parts of its title, its categories, and the words as it
 * has them.
 */
function* queriesOf(text: ResolvedText, fields: readonly MatchedField[]): Generator<string> {
  let isWhole = false;
  for (const { row, values } of fields)
    for (const value of values) {
      const matches = matchesApart(text, value);
      if (matches === null) continue;
      isWhole = true;
      if (row.role === 'category') yield shown(value.text);
      else yield* partsOf(value.text, matches);
    }
  if (!isWhole) yield wordsAsFound(text, fields);
}

/** The part of a title that has the words of the query, alone, and with the word before or behind it. */
function* partsOf(text: string, matches: readonly WordMatch[]): Generator<string> {
  const start = Math.min(...matches.map((match) => match.start));
  const end = Math.max(...matches.map((match) => match.end));
  const all = wordsOf(text);
  const inside = all.filter((word) => word.start >= start && word.end <= end);
  if (inside.length > matches.length + spareWordsMax) return;
  yield shown(text.slice(start, end));
  const before = all.findLast((word) => word.end <= start);
  const behind = all.find((word) => word.start >= end);
  if (before !== undefined && canEnd(before.token)) yield shown(text.slice(beginOf(text, before), end));
  if (behind !== undefined && canEnd(behind.token)) yield shown(text.slice(start, endOf(text, behind)));
}

/** Begin of a word with all that it is joined to by marks: `wi-fi` of `fi`. */
function beginOf(text: string, { start, isUnspaced }: Word): number {
  let at = start;
  if (isUnspaced !== true) while (start - at < queryCharsMax && /\S/.test(text[at - 1] ?? ' ')) at--;
  return at;
}

function endOf(text: string, { end, isUnspaced }: Word): number {
  let at = end;
  if (isUnspaced !== true) while (at - end < queryCharsMax && /\S/.test(text[at] ?? ' ')) at++;
  return at;
}

/** The words of the query in their order, each as the record has it, else as it is typed. */
function wordsAsFound({ text, words }: ResolvedText, fields: readonly MatchedField[]): string {
  const values = fields.flatMap((field) => field.values);
  const forms = new Set<string>();
  for (const [place, { start, end }] of words.entries()) {
    const typed = text.slice(start, end);
    const found = values.flatMap((value) =>
      value.matches
        .filter(({ word }) => word === place)
        .map((match) => value.text.slice(match.start, match.end)),
    );
    forms.add(found.find((form) => !forms.has(form)) ?? typed);
  }
  return shown([...forms].join(' '));
}

/**
 * A match of each word of the query in a value; null where a demanded word has none. One word of the value
 * stands for several only where it is written for them: `wifi` for `wi fi`.
 */
function matchesApart({ words }: ResolvedText, { matches }: MatchedValue): WordMatch[] | null {
  const apart: WordMatch[] = [];
  const isFree = ({ kind, start, end }: WordMatch) =>
    kind === 'joined' || apart.every((other) => start !== other.start || end !== other.end);
  for (const [place, { isStopWord }] of words.entries()) {
    const match = matches.find((one) => one.word === place && isFree(one));
    if (match !== undefined) apart.push(match);
    else if (!isStopWord) return null;
  }
  return apart;
}

const canEnd = (token: string): boolean => !joiningWords.has(token) && /\p{L}{2}/u.test(token);

/**
 * A part of a value as a query is typed: in lower case, with a space where the value has spaces and marks.
 * Empty for a part that is no query.
 */
function shown(text: string): string {
  if (text.length > queryCharsMax) return '';
  return text
    .replace(/[^\p{L}\p{M}\p{N}]*\s[^\p{L}\p{M}\p{N}]*/gu, ' ')
    .trim()
    .toLowerCase();
}

function markTyped(query: string, { words }: ResolvedText, matchWords: WordMatcher): string {
  let html = '';
  let at = 0;
  for (const { word, kind, start, end } of matchWords(query, true).toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    const { token } = words[word]!;
    const typedEnd = start + token.length;
    const isBeginning = kind === 'beginning' && foldText(query.slice(start, typedEnd)) === token;
    const markEnd = isBeginning ? typedEnd : end;
    html += `${escapeHtml(query.slice(at, start))}<em>${escapeHtml(query.slice(start, markEnd))}</em>`;
    at = markEnd;
  }
  return html + escapeHtml(query.slice(at));
}

function textsOf(record: object, row: FieldRow): string[] {
  return membersAt(record, row.path).flatMap((member) =>
    fieldValues(row, member).flatMap((value) => searchedText(row, value) ?? []),
  );
}

function mostFrequent(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([value]) => value);
}
