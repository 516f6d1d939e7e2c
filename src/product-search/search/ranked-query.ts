import { type QueryConstraint } from '../constraints/query-constraints';
import { type QueryCode, queryCodes } from './query-codes';
import {
  demandedWords,
  type QueryText,
  type ResolvedConstraint,
  type ResolvedText,
  type ResolvedWord,
} from './query-text';
import {
  codePiecesMax,
  largestScore,
  meaningWeight,
  nearWeights,
  type PreferStrength,
  preferWeights,
  type RankingWeights,
  rankingWeights,
} from './weights';
import {
  allOf,
  anyOf,
  excludedQueries,
  identifierQuery,
  phrase,
  type Query,
  scored,
  stopWordQuery,
  tierQuery,
  wordQuery,
  wordsAsWritten,
} from './word-queries';

/** Records that rise. */
interface Preference {
  filter: Query;
  strength: PreferStrength;
}

/** Parts of a search that decide which documents it finds, and their order. */
export interface RankedParts {
  text: ResolvedText;
  /** Filters that every hit passes. */
  filters: readonly Query[];
  preferences: readonly Preference[];
  /** Vector of the query, by whose closeness to those of titles equals are sorted; null without. */
  vector?: Float32Array | null;
  /** The parts of the query have names, so that hits tell by which of them they were found. */
  isExplained: boolean;
}

/** The vector of a query, and the least cosine of a title that is near to it. */
export interface Nearness {
  vector: Float32Array;
  similarityMin: number;
}

/** Names of the parts of a query that `matched_queries` of a hit tells. */
export const partNames = {
  identifier: 'identifier',
  /** @param place of the word among those that are demanded */
  primary: (place: number) => `tier.primary.${place}`,
  secondary: (place: number) => `tier.secondary.${place}`,
  phrase: 'near.phrase',
  near: 'near.primary',
  anywhere: 'near.anywhere',
  preference: (place: number) => `prefer.${place}`,
} as const;

/** Titles that are sorted by meaning; their vectors are compared exactly. */
const closestTitles = 300;
/** Words between those that are near to each other. */
const nearSlop = 3;

type Score = typeof scored;

/**
 * Query for the records that have at least `wordsMin` of the words that a text demands; with 0, those that
 * have a word or fit a constraint. A record has the words of a code of the text if the code is an identifier
 * of it. A blank text finds everything, signs alone find nothing. The score orders records by the one
 * configuration that all indexes have: see `rankingWeights`. It needs no statistics of the documents, which
 * would change without writes and tell of hidden records.
 *
 * @param ranksCodes records rank first by any code of the text, rather than by one that is all of it; where
 *   words are missing, a code among others is worth its words
 */
export function rankedQuery(
  parts: RankedParts,
  wordsMin: number,
  ranksCodes = wordsMin >= demandedWords(parts.text).length,
): Query {
  const { text, preferences, vector = null, isExplained } = parts;
  const score: Score = isExplained ? scored : (filter, boost) => scored(filter, boost);
  const narrowing = narrowingQueries(parts);
  const stopWords = text.words.filter((word) => word.isStopWord);
  const pieces = rankedPieces(text);
  const weights = rankingWeights(pieces, stopWords.length);
  const codes = queryCodes(text.text);
  const rising = [
    ...stopWords.map((word) => stopWordQuery(word, codesAt(codes, word), weights)),
    ...preferenceQuery(preferences, score),
  ];
  if (pieces === 0) {
    const all: Query = text.isOnlySigns ? { match_none: {} } : { match_all: {} };
    return { bool: { must: [scored(all, 1)], filter: narrowing, should: rising } };
  }
  const demanded = demandedWords(text);
  const fits = text.constraints.filter(({ isFilter }) => !isFilter).map((each) => fitQuery(each, weights));
  const isAny = Math.min(wordsMin, demanded.length) === 0;
  const found: Query = {
    bool: {
      should: [
        ...demanded.map((word) => wordQuery(word, codesAt(codes, word), weights)),
        ...(isAny ? fits : []),
      ],
      minimum_should_match: isAny ? 1 : Math.min(wordsMin, demanded.length),
    },
  };
  const counted = ranksCodes ? codes : codes.filter(({ isWhole }) => isWhole);
  const identified = identifierQueries(counted, weights.identifier, score);
  const hasWords = demanded.length > 0;
  const must = hasWords ? found : anyOf([found, ...identified]);
  return {
    bool: {
      must: [must],
      filter: narrowing,
      should: [
        ...(hasWords ? [...identified, ...tierQueries(demanded, weights, score)] : []),
        ...(isAny ? [] : fits),
        ...nearQueries(text, score),
        ...rising,
        ...(vector === null ? [] : [meaningQuery(vector, [must, ...narrowing])]),
      ],
    },
  };
}

/** Filters that every hit passes, those of the text included: its phrases, amounts and exclusions. */
function narrowingQueries({
  filters,
  text: { phrases, constraints, exclusions },
}: Pick<RankedParts, 'filters' | 'text'>): Query[] {
  const excluded = excludedQueries(exclusions);
  return [
    ...filters,
    ...phrases.map(phraseQuery),
    ...constraints.filter(({ isFilter }) => isFilter).map(constraintQuery),
    ...(excluded.length === 0 ? [] : [{ bool: { must_not: excluded } }]),
  ];
}

/**
 * Each word counts by its upper tier: `t2` has the words of primary fields too, so that a word of these has
 * both scores.
 */
function tierQueries(words: readonly ResolvedWord[], { tier }: RankingWeights, score: Score): Query[] {
  return words.flatMap((word, place) =>
    (['t1', 't2'] as const).flatMap((field) => {
      const query = tierQuery(word, field);
      const name = field === 't1' ? partNames.primary(place) : partNames.secondary(place);
      return query === null ? [] : [score(query, tier, name)];
    }),
  );
}

/** Demanded words and constraints of a text that rank its records. */
function rankedPieces({ words, constraints }: Pick<QueryText, 'words' | 'constraints'>): number {
  return demandedWords({ words }).length + constraints.filter(({ isFilter }) => !isFilter).length;
}

/** The largest score that a hit of a text can have without an identifier. */
export function largestScoreOf(text: Pick<QueryText, 'words' | 'constraints'>): number {
  return largestScore(rankedPieces(text), text.words.filter((word) => word.isStopWord).length);
}

/** A record that fits a constraint, or has its words, counts as one that has a whole word. */
function fitQuery(constraint: ResolvedConstraint, { word, typo }: RankingWeights): Query {
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

/** Records near in meaning that a query finds at most; the search engine takes no more. */
const nearestMax = 10_000;

/**
 * Query for the records whose titles are near to a text in meaning, the nearest first, whatever words they
 * have. They pass the filters, those of the text included.
 */
export function nearestQuery(
  parts: Pick<RankedParts, 'filters' | 'text'>,
  { vector, similarityMin }: Nearness,
): Query {
  return {
    knn: {
      field: 'v',
      query_vector: [...vector],
      k: nearestMax,
      num_candidates: nearestMax,
      similarity: similarityMin,
      filter: narrowingQueries(parts),
      boost: meaningWeight,
    },
  };
}

/** The cosine of title and query by the score of {@link nearestQuery}. */
export function cosineOfScore(score: number): number {
  return (2 * score) / meaningWeight - 1;
}

/** Codes that a word of the query is part of. */
function codesAt(codes: readonly QueryCode[], { start, end }: { start: number; end: number }): QueryCode[] {
  return codes.filter((code) => code.start <= start && end <= code.end);
}

/** The longest code that is found counts. */
function identifierQueries(codes: readonly QueryCode[], weight: number, score: Score): Query[] {
  const levels = new Map<number, string[]>();
  for (const { code, pieces } of codes) {
    const level = Math.min(pieces, codePiecesMax);
    levels.set(level, [...(levels.get(level) ?? []), code]);
  }
  if (levels.size === 0) return [];
  return [
    dismax(
      Array.from(levels, ([level, codes]) =>
        score(identifierQuery(codes), weight * level, partNames.identifier),
      ),
    ),
  ];
}

/**
 * A phrase has all words, or all that say more than stop words; only these are near to each other. Fields
 * that lack one of the words have no phrase.
 */
function nearQueries(text: ResolvedText, score: Score): Query[] {
  const all = text.words;
  if (all.length < 2) return [];
  const demanded = demandedWords(text);
  const telling = demanded.length < 2 ? all : demanded;
  const isPrimary = (words: readonly ResolvedWord[]) =>
    words.every(({ token, forms }) => forms.tiers.t1.has(token));
  const isTolerant = telling.every(({ token, forms: { whole, bare } }) =>
    [whole, bare].some(({ tolerant }) => tolerant.has(token)),
  );
  const tokensOf = (words: readonly ResolvedWord[]) => words.map(({ token }) => token);
  const tokens = tokensOf(telling);
  const slop = nearSlop + all.length - telling.length;
  const phrases = [all, ...(telling.length < all.length ? [telling] : [])].filter(isPrimary);
  return anyDismax([
    ...(phrases.length === 0
      ? []
      : [
          score(
            anyOf(phrases.map((words) => phrase('t1', tokensOf(words), 0))),
            nearWeights.phrase,
            partNames.phrase,
          ),
        ]),
    ...(isPrimary(telling) ? [score(phrase('t1', tokens, slop), nearWeights.primary, partNames.near)] : []),
    ...(isTolerant ? [score(phrase('t3', tokens, slop), nearWeights.anywhere, partNames.anywhere)] : []),
  ]);
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

const dismax = (queries: Query[]): Query => (queries.length === 1 ? queries[0]! : { dis_max: { queries } });
const anyDismax = (queries: Query[]): Query[] => (queries.length === 0 ? [] : [dismax(queries)]);

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
  return allOf(queries);
}

/** Query for the documents that have a phrase in any searched field, in one of its spellings. */
function phraseQuery(spellings: readonly string[][]): Query {
  return anyOf(spellings.flatMap((tokens) => [phrase('t3', tokens, 0), phrase('t0', tokens, 0)]));
}
