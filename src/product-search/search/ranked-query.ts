import { type estypes } from '@elastic/elasticsearch';
import { queryCodes, type QueryText, type QueryWord, type TextConstraint } from './query-text';
import { type QueryConstraint } from '../constraints/query-constraints';

/**
 * Weights of the parts of a score. Each part outweighs all parts behind it together, so that one sum orders
 * hits by identifier, words found, tier of their fields, typos, completion, nearness, preference and meaning,
 * in this order. The largest sum of ten words without an identifier is below 2^15, of which a float keeps
 * 1/512; the last part is below 1.
 */
interface RankingWeights {
  /** For each piece of an identifier; see `queryCodes`. */
  identifier: number;
  word: number;
  /** All words in secondary fields; twice as much in primary ones. */
  tier: number;
  /** For each typo less than two, of each word. */
  typo: number;
  /** A whole word, rather than the beginning of one. */
  whole: number;
}

const typo = 32;
const whole = 16;

/** Weights of nearness: all words as a phrase of primary fields, near to each other there, or anywhere. */
const nearWeights = { phrase: 12, primary: 8, anywhere: 4 } as const;

/** Weight of the title that is closest in meaning. */
const meaningWeight = 0.9;

export const preferWeights = { high: 3, medium: 2, low: 1 } as const;
export type PreferStrength = keyof typeof preferWeights;

/** Pieces of a code that count for its weight; longer codes weigh as much. */
const codePiecesMax = 4;

/** The weights for a query of so many differing words. */
function rankingWeights(words: number): RankingWeights {
  const tier = typo * (2 * words + 2);
  const word = 4 * tier;
  return { identifier: word * (words + 1), word, tier, typo, whole };
}

/** The largest score of a hit that is not found by an identifier. */
export function largestScore(words: number): number {
  const { word, tier } = rankingWeights(words);
  const near = words > 1 ? nearWeights.phrase : 0;
  return words * (word + 2 * typo) + (words > 0 ? 2 * tier : 0) + near + preferWeights.high + 1;
}

/** Records that rise. */
interface Preference {
  filter: Query;
  strength: PreferStrength;
}

/** Parts of a search that decide which documents it finds, and their order. */
export interface RankedParts {
  text: QueryText;
  /** Filters that every hit passes. */
  filters: readonly Query[];
  preferences: readonly Preference[];
  /** Vector of the query, by whose closeness to those of titles equals are sorted; null without. */
  vector?: Float32Array | null;
  /** The parts of the query have names, so that hits tell by which of them they were found. */
  isExplained: boolean;
}

/** Names of the parts of a query that `matched_queries` of a hit tells. */
export const partNames = {
  identifier: 'identifier',
  primary: 'tier.primary',
  secondary: 'tier.secondary',
  phrase: 'near.phrase',
  near: 'near.primary',
  anywhere: 'near.anywhere',
  preference: (place: number) => `prefer.${place}`,
} as const;

/** Titles that are sorted by meaning; their vectors are compared exactly. */
const closestTitles = 300;

type Score = typeof scored;

/**
 * Query for the records that have at least `wordsMin` words of a text, or an identifier that is part of it;
 * with 0, those that have a word or fit a constraint. A text without both finds everything. Its score orders
 * them by the one configuration that all indexes have: see `rankingWeights`. It needs no statistics of the
 * documents, which would change without writes and tell of hidden records.
 */
export function rankedQuery(parts: RankedParts, wordsMin: number): Query {
  const { text, filters, preferences, vector = null, isExplained } = parts;
  const { words, phrases, constraints } = text;
  const score: Score = isExplained ? scored : (filter, boost) => scored(filter, boost);
  const preferred = preferenceQuery(preferences, score);
  const narrowing = [
    ...filters,
    ...phrases.map(phraseQuery),
    ...constraints.filter(({ isFilter }) => isFilter).map(constraintQuery),
  ];
  const pieces = rankedPieces(text);
  if (pieces === 0)
    return { bool: { must: [scored({ match_all: {} }, 1)], filter: narrowing, should: preferred } };
  const weights = rankingWeights(pieces);
  const fits = constraints.filter(({ isFilter }) => !isFilter).map((each) => fitQuery(each, weights));
  const isAny = Math.min(wordsMin, words.length) === 0;
  const found: Query = {
    bool: {
      should: [...words.map((word) => wordQuery(word, weights)), ...(isAny ? fits : [])],
      minimum_should_match: isAny ? 1 : Math.min(wordsMin, words.length),
    },
  };
  const { primary, secondary } = partNames;
  const must = anyOf([found, ...identifierQueries(text, weights.identifier, score)]);
  return {
    bool: {
      must: [must],
      filter: narrowing,
      should: [
        ...(isAny ? [] : fits),
        ...(words.length === 0
          ? []
          : [
              dismax([
                score(tierQuery(words, 't1'), 2 * weights.tier, primary),
                score(tierQuery(words, 't2'), weights.tier, secondary),
              ]),
            ]),
        ...nearQueries(text, score),
        ...preferred,
        ...(vector === null ? [] : [meaningQuery(vector, [must, ...narrowing])]),
      ],
    },
  };
}

/** Words and constraints of a text that rank its records. */
export function rankedPieces({ words, constraints }: Pick<QueryText, 'words' | 'constraints'>): number {
  return words.length + constraints.filter(({ isFilter }) => !isFilter).length;
}

/** A record that fits a constraint, or has its words, counts as one that has a whole word. */
function fitQuery(constraint: TextConstraint, { word, typo }: RankingWeights): Query {
  const weight = word + 2 * typo;
  const { words } = constraint;
  return dismax([
    scored(constraintQuery(constraint), weight),
    ...(words.length === 0 ? [] : [scored(wordsAsWritten(words), weight)]),
  ]);
}

/** Scores the titles that are closest in meaning, below 1. @param filters of the documents that are found */
function meaningQuery(vector: Float32Array, filters: Query[]): Query {
  return {
    knn: {
      field: 'v',
      query_vector: [...vector],
      k: closestTitles,
      num_candidates: closestTitles,
      filter: filters,
      boost: meaningWeight,
    },
  };
}

/** The longest code that is found counts. */
function identifierQueries({ text }: QueryText, weight: number, score: Score): Query[] {
  const levels = new Map<number, string[]>();
  for (const [pieces, codes] of queryCodes(text)) {
    const level = Math.min(pieces, codePiecesMax);
    levels.set(level, [...(levels.get(level) ?? []), ...codes]);
  }
  if (levels.size === 0) return [];
  return [
    dismax(
      Array.from(levels, ([level, codes]) =>
        score({ terms: { x: codes } }, weight * level, partNames.identifier),
      ),
    ),
  ];
}

function nearQueries({ words }: QueryText, score: Score): Query[] {
  if (words.length < 2) return [];
  const tokens = words.map(({ token }) => token).join(' ');
  return [
    dismax([
      score(phrase('t1', tokens, 0), nearWeights.phrase, partNames.phrase),
      score(phrase('t1', tokens, 3), nearWeights.primary, partNames.near),
      score(phrase('t3', tokens, 3), nearWeights.anywhere, partNames.anywhere),
    ]),
  ];
}

/** The strongest preference of a record counts. */
function preferenceQuery(preferences: readonly Preference[], score: Score): Query[] {
  if (preferences.length === 0) return [];
  return [
    dismax(
      preferences.map(({ filter, strength }, place) =>
        score(filter, preferWeights[strength], partNames.preference(place)),
      ),
    ),
  ];
}

const dismax = (queries: Query[]): Query => ({ dis_max: { queries } });

/** Query for the documents that fit a constraint. */
function constraintQuery({ parts }: Pick<QueryConstraint, 'parts'>): Query {
  const queries = parts.map((fields) =>
    anyOf(
      fields.map(({ field, gte, lte }) => ({
        range: {
          [field.column]: { ...(gte === undefined ? {} : { gte }), ...(lte === undefined ? {} : { lte }) },
        },
      })),
    ),
  );
  return queries.length === 1 ? queries[0]! : { bool: { filter: queries } };
}

export type Query = NonNullable<estypes.QueryDslQueryContainer>;

/** Fields of a physical index with words: `t1` to `t3` by tier, `t0` those that typos do not reach. */
type WordsField = 't0' | 't1' | 't2' | 't3';

/** Queries for the ways in which one word is found, best first. */
interface WordForms {
  whole: Query[];
  beginning: Query[];
  oneTypo: Query[];
  twoTypos: Query[];
}

/** A query that every document passes which one of several queries finds. */
function anyOf(queries: readonly Query[]): Query {
  const [first, ...others] = queries;
  if (first !== undefined && others.length === 0) return first;
  return { bool: { should: [...queries], minimum_should_match: 1 } };
}

/** A query that gives each document that it finds the same score. */
function scored(filter: Query, boost: number, name?: string): Query {
  return { constant_score: { filter, boost, ...(name === undefined ? {} : { _name: name }) } };
}

/** Query for the documents that have a phrase in any searched field. */
function phraseQuery(tokens: readonly string[]): Query {
  return anyOf((['t3', 't0'] as const).map((field) => phrase(field, tokens.join(' '), 0)));
}

/** Query for a phrase of one field, with up to `slop` words between its words. */
function phrase(field: WordsField, query: string, slop: number): Query {
  return { match_phrase: { [field]: { query, slop } } };
}

/**
 * Scores a word by the best way in which a document has it.
 *
 * @param name of the word, where matches are told
 */
function wordQuery(word: QueryWord, { word: found, typo, whole }: RankingWeights): Query {
  const inText = formsOf(word, 't3');
  const exact = formsOf({ ...word, typoForms: [] }, 't0');
  const levels: [Query[], number][] = [
    [[...inText.whole, ...exact.whole], found + 2 * typo],
    [[...inText.beginning, ...exact.beginning], found + 2 * typo - whole],
    [inText.oneTypo, found + typo],
    [inText.twoTypos, found],
  ];
  return {
    dis_max: {
      queries: levels.flatMap(([queries, boost]) =>
        queries.length === 0 ? [] : [scored(anyOf(queries), boost)],
      ),
    },
  };
}

/** Query for the documents that have all words in the fields of a tier, in any form. */
function tierQuery(words: readonly QueryWord[], field: 't1' | 't2'): Query {
  return {
    bool: {
      filter: words.map((word) => {
        const { whole, beginning, oneTypo, twoTypos } = formsOf(word, field);
        return anyOf([...whole, ...beginning, ...oneTypo, ...twoTypos]);
      }),
    },
  };
}

/** Query for the documents that have all words as they are written, joined or parted. */
function wordsAsWritten(words: readonly QueryWord[]): Query {
  const queries = words.map((word) => anyOf(formsOf(word, 't3').whole));
  return queries.length === 1 ? queries[0]! : { bool: { filter: queries } };
}

function formsOf({ token, joined, splits, typoForms, isPrefix }: QueryWord, field: WordsField): WordForms {
  return {
    whole: [
      { terms: { [field]: [token, ...joined] } },
      ...splits.map((tokens) => phrase(field, tokens.join(' '), 0)),
    ],
    beginning: isPrefix ? [{ prefix: { [field]: { value: token } } }] : [],
    oneTypo: typoForms.map(({ form }) => fuzzy(field, form, 1, 1)),
    // A wrong first letter counts as two typos.
    twoTypos: typoForms
      .filter(({ typosMax }) => typosMax === 2)
      .flatMap(({ form }) => [fuzzy(field, form, 2, 1), fuzzy(field, form, 1, 0)]),
  };
}

/** All words within a distance: a limit of expansions would let words of hidden records push others out. */
function fuzzy(field: WordsField, value: string, fuzziness: number, prefixLength: number): Query {
  return {
    fuzzy: { [field]: { value, fuzziness, prefix_length: prefixLength, rewrite: 'constant_score' } },
  };
}
