import { constraintQuery } from '../constraints/constraint-query';
import { queryCodes } from './query-codes';
import { type QueryText, type TextConstraint } from './query-text';
import {
  codePiecesMax,
  meaningWeight,
  nearWeights,
  type PreferStrength,
  preferWeights,
  type RankingWeights,
  rankingWeights,
} from './ranking-weights';
import {
  anyOf,
  phrase,
  phraseQuery,
  type Query,
  scored,
  tierQuery,
  wordQuery,
  wordsAsWritten,
} from './word-query';

/** Records that rise. */
export interface Preference {
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
 * Query for the records that have at least `wordsMin` words of a text, or an identifier that is part of it; with
 * 0, those that have a word or fit a constraint. A text without both finds everything. Its score orders them by the one configuration that all indexes have:
 * see `rankingWeights`. It needs no statistics of the documents, which would change without writes and tell of
 * hidden records.
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
