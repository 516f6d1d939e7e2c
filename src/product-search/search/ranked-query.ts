import { type QueryConstraint } from '../constraints/query-constraints';
import { type QueryCode, queryCodes } from './query-codes';
import { type QueryText } from './query-text';
import { type ResolvedConstraint, type ResolvedText } from './resolved-text';
import {
  codePiecesMax,
  meaningWeight,
  nearWeights,
  type PreferStrength,
  preferWeights,
  type RankingWeights,
  rankingWeights,
} from './weights';
import { anyOf, phrase, type Query, scored, tierQuery, wordQuery, wordsAsWritten } from './word-queries';

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
 * Query for the records that have at least `wordsMin` words of a text; with 0, those that have a word or fit
 * a constraint. A record has the words of a code of the text if the code is an identifier of it. A text
 * without words and constraints finds everything. The score orders records by the one configuration that all
 * indexes have: see `rankingWeights`. It needs no statistics of the documents, which would change without
 * writes and tell of hidden records.
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
  const codes = queryCodes(text.text);
  const found: Query = {
    bool: {
      should: [
        ...words.map((word) => wordQuery(word, codesAt(codes, word), weights)),
        ...(isAny ? fits : []),
      ],
      minimum_should_match: isAny ? 1 : Math.min(wordsMin, words.length),
    },
  };
  const { primary, secondary } = partNames;
  // Where words are missing, a code among others is worth its words.
  const counted = wordsMin < words.length ? codes.filter(({ isWhole }) => isWhole) : codes;
  const identified = identifierQueries(counted, weights.identifier, score);
  const must = words.length === 0 ? anyOf([found, ...identified]) : found;
  return {
    bool: {
      must: [must],
      filter: narrowing,
      should: [
        ...(words.length === 0 ? [] : identified),
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

/** Codes that a word of the query is part of. */
function codesAt(codes: readonly QueryCode[], { start, end }: { start: number; end: number }): string[] {
  return codes.filter((code) => code.start <= start && end <= code.end).map(({ code }) => code);
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
        score({ terms: { x: codes } }, weight * level, partNames.identifier),
      ),
    ),
  ];
}

function nearQueries({ words }: QueryText, score: Score): Query[] {
  if (words.length < 2) return [];
  const tokens = words.map(({ token }) => token);
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

/** Query for the documents that have a phrase in any searched field. */
function phraseQuery(tokens: readonly string[]): Query {
  return anyOf((['t3', 't0'] as const).map((field) => phrase(field, tokens, 0)));
}
