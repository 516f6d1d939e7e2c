import { type estypes } from '@elastic/elasticsearch';
import { type NamedTokens } from '../word-list/resolve-word';
import { type Exclusion } from './exclusions';
import { type QueryCode } from './query-codes';
import { type ResolvedWord } from './query-text';
import { type RankingWeights } from './weights';

export type Query = NonNullable<estypes.QueryDslQueryContainer>;

/** Fields of a physical index with words: `t1` to `t3` by tier, `t0` those that typos do not reach. */
export type WordsField = 't0' | 't1' | 't2' | 't3';

/** Fields that have all searched words of a document together. */
const searchedFields = ['t3', 't0'] as const;

/** Tokens of one query; the search engine takes 65,536. */
const tokensPerQueryMax = 60_000;

/** A query that every document passes which one of several queries finds. */
export function anyOf(queries: readonly Query[]): Query {
  const [first, ...others] = queries;
  if (first !== undefined && others.length === 0) return first;
  return { bool: { should: [...queries], minimum_should_match: 1 } };
}

/** A query that every document passes which all of several queries find. */
export function allOf(queries: readonly Query[]): Query {
  const [first, ...others] = queries;
  if (first !== undefined && others.length === 0) return first;
  return { bool: { filter: [...queries] } };
}

/** A query that gives each document that it finds the same score. */
export function scored(filter: Query, boost: number, name?: string): Query {
  return { constant_score: { filter, boost, ...(name === undefined ? {} : { _name: name }) } };
}

/** Query for a phrase of one field, with up to `slop` words between its words. */
export function phrase(field: WordsField, tokens: readonly string[], slop: number): Query {
  return { match_phrase: { [field]: { query: tokens.join(' '), slop } } };
}

/** Query for the documents that have one of several identifiers. A single term costs less than a set of one. */
export function identifierQuery(codes: readonly string[]): Query {
  return codes.length === 1 ? { term: { x: codes[0]! } } : { terms: { x: [...codes] } };
}

/**
 * Scores a word by the best way in which a document has it.
 *
 * @param codes that the word is part of
 */
export function wordQuery(
  { forms }: ResolvedWord,
  codes: readonly QueryCode[],
  { word: found, typo, whole }: RankingWeights,
): Query {
  const splits = forms.splits.flatMap((parts) => [phrase('t3', parts, 0), phrase('t0', parts, 0)]);
  const beginnings = forms.beginnings.flatMap((text) => [prefix('t3', text), prefix('t0', text)]);
  const identified = (isBare: boolean) =>
    anyIdentifier(codesOf(codes.filter((code) => code.isBare === isBare)));
  const levels: [Query[], number][] = [
    [[...tokenQueries(forms.whole), ...splits, ...identified(false)], found + 2 * typo],
    [
      [...tokenQueries(forms.longer, forms.bare), ...beginnings, ...identified(true)],
      found + 2 * typo - whole,
    ],
    [anyToken('t3', forms.oneTypo), found + typo],
    [anyToken('t3', forms.twoTypos), found],
  ];
  const queries = levels.flatMap(([ways, boost]) => (ways.length === 0 ? [] : [scored(anyOf(ways), boost)]));
  return queries.length === 1 ? queries[0]! : { dis_max: { queries } };
}

/** Scores a stop word that a document has. @param codes that the word is part of */
export function stopWordQuery(
  { forms }: ResolvedWord,
  codes: readonly QueryCode[],
  { stopWord }: RankingWeights,
): Query {
  return scored(
    anyOf([...tokenQueries(forms.whole, forms.bare), ...anyIdentifier(codesOf(codes))]),
    stopWord,
  );
}

/** Queries for the documents that have what a query excludes, in any searched field or as an identifier. */
export function excludedQueries(exclusions: readonly Exclusion[]): Query[] {
  if (exclusions.length === 0) return [];
  const single = exclusions.filter(({ tokens }) => tokens.length === 1);
  const tokens = single.map(({ tokens: [token] }) => token!);
  const codes = exclusions.map(({ code }) => code).filter((code) => code !== '');
  return searchedFields
    .flatMap((field) => [
      ...anyToken(field, tokens),
      ...single.filter(({ isBeginning }) => isBeginning).map(({ tokens: [token] }) => prefix(field, token!)),
      ...exclusions.filter((each) => each.tokens.length > 1).map((each) => phrase(field, each.tokens, 0)),
    ])
    .concat(anyIdentifier(codes));
}

/** Query for the documents that have a word in the fields of a tier, in any form; null where none can. */
export function tierQuery(
  { forms: { tiers, splits, beginnings } }: ResolvedWord,
  field: 't1' | 't2',
): Query | null {
  const ways = [
    ...anyToken(field, [...tiers[field]]),
    ...beginnings.map((text) => prefix(field, text)),
    ...splits.map((parts) => phrase(field, parts, 0)),
  ];
  return ways.length === 0 ? null : anyOf(ways);
}

/** Query for the documents that have all words as they are written, joined or parted. */
export function wordsAsWritten(words: readonly ResolvedWord[]): Query {
  const queries = words.map(({ forms: { whole, bare, splits } }) =>
    anyOf([...anyToken('t3', tokensOf(whole, bare)), ...splits.map((parts) => phrase('t3', parts, 0))]),
  );
  return allOf(queries);
}

const tokensOf = (...named: NamedTokens[]): string[] => [
  ...new Set(named.flatMap(({ tolerant, exact }) => [...tolerant, ...exact])),
];

function tokenQueries(...named: NamedTokens[]): Query[] {
  return [
    ...anyToken('t3', [...new Set(named.flatMap(({ tolerant }) => [...tolerant]))]),
    ...anyToken('t0', [...new Set(named.flatMap(({ exact }) => [...exact]))]),
  ];
}

function anyToken(field: WordsField, tokens: readonly string[]): Query[] {
  if (tokens.length === 1) return [{ term: { [field]: tokens[0]! } }];
  const queries: Query[] = [];
  for (let from = 0; from < tokens.length; from += tokensPerQueryMax)
    queries.push({ terms: { [field]: tokens.slice(from, from + tokensPerQueryMax) } });
  return queries;
}

function anyIdentifier(codes: readonly string[]): Query[] {
  return codes.length === 0 ? [] : [identifierQuery(codes)];
}

const codesOf = (codes: readonly QueryCode[]): string[] => codes.map(({ code }) => code);

const prefix = (field: WordsField, value: string): Query => ({ prefix: { [field]: { value } } });
