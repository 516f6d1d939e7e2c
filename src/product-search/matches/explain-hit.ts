import { FIELD_WEIGHTS, type FieldWeight } from '../../domain/products/settings';
import { tierOf } from '../schema/tier';
import { type FittingValue, fittingValuesOf } from '../constraints/query-constraints';
import { allWords, demandedWords, type ResolvedText } from '../search/query-text';
import { partNames } from '../search/ranked-query';
import { type PreferStrength } from '../search/weights';
import { type RecordMatch } from './match-record';
import { type MatchKind } from './match-words';

/** Why a hit was found, and ranked where it is. */
export interface Explanation {
  /** All of it in one sentence. */
  summary: string;
  /** The identifier of the record that the query holds. */
  identifier: { field: string; value: string } | null;
  /** Demanded words of the query that the record has, of how many, and how many primary fields have. */
  words: { found: number; of: number; primary: number };
  /** Stop words beside them. */
  stopWords: { found: number; of: number };
  /** The upper tier whose fields, with those above it, have all words; null when words are missing. */
  tier: FieldWeight | null;
  typos: number;
  /** Words next to each other in primary fields, near to each other there, or in any field. */
  nearness: 'phrase' | 'primary' | 'anywhere' | null;
  /** Amounts of the query, and the values by which the record fits them; null where it does not. */
  constraints: { text: string; fits: FittingValue[] | null }[];
  /** Cosine of title and query, of a hit by its meaning; null for one by its words. */
  similarity: number | null;
  /** Preferences that the record fits, by their place in the request; the strongest counts. */
  preferences: { position: number; strength: PreferStrength }[];
  /** Places where words were found. */
  matches: {
    word: string;
    found: string;
    field: string;
    tier: FieldWeight;
    kind: MatchKind;
    typos: number;
  }[];
}

const tierWords: Readonly<Record<FieldWeight, string>> = {
  primary: 'primary fields',
  secondary: 'primary and secondary fields',
  low: 'any fields',
};
const nearnessWords = {
  phrase: 'as a phrase of a primary field',
  primary: 'near to each other in a primary field',
  anywhere: 'near to each other',
} as const;

/** What is known of a hit beside its words. */
interface ExplainedHit extends Pick<Explanation, 'similarity'> {
  /** Parts of the query by which the search engine found it. */
  parts: ReadonlySet<string>;
  record: object;
  /** It has hidden fields: the parts may be of these, so that they tell neither tier nor nearness. */
  hidesFields: boolean;
}

/** Explains a hit. */
export function explainHit(
  text: ResolvedText,
  preferences: readonly { strength: PreferStrength }[],
  match: RecordMatch,
  { parts, similarity, record, hidesFields }: ExplainedHit,
): Explanation {
  const identified = match.fields.find(({ identifier }) => identifier !== null);
  const demanded = demandedWords(text);
  const tiers = hidesFields ? shownTiers(text, match) : tiersOfHit(demanded.length, parts);
  const facts: Omit<Explanation, 'summary' | 'matches'> = {
    identifier: identified === undefined ? null : { field: identified.name, value: identified.identifier! },
    words: {
      found: match.words,
      of: demanded.length,
      primary: tiers.filter((tier) => tier === 'primary').length,
    },
    stopWords: { found: match.stopWords, of: text.words.length - demanded.length },
    tier: demanded.length === 0 || match.words < demanded.length ? null : lowestOf(tiers),
    typos: match.typos,
    nearness: hidesFields ? null : nearnessOf(parts),
    constraints: text.constraints.map((constraint) => ({
      text: constraint.text,
      fits: fittingValuesOf(record, constraint),
    })),
    preferences: preferences.flatMap(({ strength }, position) =>
      parts.has(partNames.preference(position)) ? [{ position, strength }] : [],
    ),
    similarity,
  };
  return { summary: summaryOf(facts), ...facts, matches: placesOf(text, match) };
}

/** The upper tier of each demanded word, by the parts of the query that found the hit. */
function tiersOfHit(demanded: number, parts: ReadonlySet<string>): FieldWeight[] {
  return Array.from({ length: demanded }, (_, place) => {
    if (parts.has(partNames.primary(place))) return 'primary';
    return parts.has(partNames.secondary(place)) ? 'secondary' : 'low';
  });
}

/** The upper tier of each demanded word, as the shown fields have it. */
function shownTiers({ words }: ResolvedText, { fields }: RecordMatch): FieldWeight[] {
  return [...words.keys()]
    .filter((place) => !words[place]!.isStopWord)
    .map((place) => {
      const having = fields.filter(({ values }) =>
        values.some(({ matches }) => matches.some(({ word }) => word === place)),
      );
      const tiers = having.map(({ row }) => tierOf(row));
      return FIELD_WEIGHTS.find((weight) => tiers.includes(weight)) ?? 'low';
    });
}

const lowestOf = (tiers: readonly FieldWeight[]): FieldWeight =>
  FIELD_WEIGHTS.findLast((weight) => tiers.includes(weight)) ?? 'low';

function nearnessOf(parts: ReadonlySet<string>): Explanation['nearness'] {
  if (parts.has(partNames.phrase)) return 'phrase';
  if (parts.has(partNames.near)) return 'primary';
  return parts.has(partNames.anywhere) ? 'anywhere' : null;
}

function placesOf(query: ResolvedText, { fields }: RecordMatch): Explanation['matches'] {
  const { text } = query;
  const words = allWords(query);
  return fields.flatMap(({ row, name, values }) =>
    values.flatMap((value) =>
      value.matches.map(({ word, kind, typos, start, end }) => ({
        word: text.slice(words[word]!.start, words[word]!.end),
        found: value.text.slice(start, end),
        field: name,
        tier: tierOf(row) ?? 'low',
        kind,
        typos,
      })),
    ),
  );
}

function summaryOf(facts: Omit<Explanation, 'summary' | 'matches'>): string {
  const { identifier, words, stopWords, tier, typos, nearness, constraints, preferences, similarity } = facts;
  const parts = [
    ...(identifier === null ? [] : [`${identifier.field} is the identifier ${identifier.value}`]),
    ...(words.of + stopWords.of === 0 ? ['the query has no words'] : []),
    ...(words.of === 0 ? [] : [`${words.found} of ${words.of} words`]),
    ...(stopWords.of === 0 ? [] : [`${stopWords.found} of ${stopWords.of} stop words`]),
    ...(tier === null ? [] : [`all in ${tierWords[tier]}`]),
    ...(tier === 'primary' || words.primary === 0 ? [] : [`${words.primary} in primary fields`]),
    ...(typos === 0 ? [] : [typos === 1 ? '1 typo' : `${typos} typos`]),
    ...(nearness === null ? [] : [nearnessWords[nearness]]),
    ...constraints.flatMap(({ text, fits }) => (fits === null ? [] : [`fits ${text} by ${shownFits(fits)}`])),
    ...preferences.map(({ position, strength }) => `preference ${position} (${strength})`),
    ...(similarity === null ? [] : [`title near in meaning (${similarity})`]),
  ];
  return `${parts.join(', ')}.`;
}

const shownFits = (fits: readonly FittingValue[]) =>
  fits.map(({ field, value, unit }) => `${field} ${value}${unit === null ? '' : ` ${unit}`}`).join(' and ');
