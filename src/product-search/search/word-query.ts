import { type estypes } from '@elastic/elasticsearch';
import { type QueryWord } from './query-text';
import { type RankingWeights } from './ranking-weights';

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
export function anyOf(queries: readonly Query[]): Query {
  const [first, ...others] = queries;
  if (first !== undefined && others.length === 0) return first;
  return { bool: { should: [...queries], minimum_should_match: 1 } };
}

/** A query that gives each document that it finds the same score. */
export function scored(filter: Query, boost: number, name?: string): Query {
  return { constant_score: { filter, boost, ...(name === undefined ? {} : { _name: name }) } };
}

/** Query for the documents that have a phrase in any searched field. */
export function phraseQuery(tokens: readonly string[]): Query {
  return anyOf((['t3', 't0'] as const).map((field) => phrase(field, tokens.join(' '), 0)));
}

/** Query for a phrase of one field, with up to `slop` words between its words. */
export function phrase(field: WordsField, query: string, slop: number): Query {
  return { match_phrase: { [field]: { query, slop } } };
}

/** Scores a word by the best way in which a document has it. @param name of the word, where matches are told */
export function wordQuery(word: QueryWord, { word: found, typo, whole }: RankingWeights): Query {
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

/** Query for the documents that have all words in the fields of a tier, in whatever way. */
export function tierQuery(words: readonly QueryWord[], field: 't1' | 't2'): Query {
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
export function wordsAsWritten(words: readonly QueryWord[]): Query {
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
