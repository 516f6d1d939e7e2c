import { type estypes } from '@elastic/elasticsearch';
import { STOP_WORDS, TEXT_ANALYZERS } from '../../stores/documents/search-index/analysis';

/**
 * Fields that words are looked for in, with the weight of a match there: what a text is about stands in its
 * titles, what others made of it repeats it.
 */
const FIELD_WEIGHTS = {
  text: 1,
  title: 0.5,
  heading_path: 0.5,
  'filename.words': 0.3,
  'tags.words': 0.3,
  summary: 0.3,
} as const;

/**
 * Share of what a match in further fields adds to the best one. A title repeats what its text says: adding
 * both in full would put what has a word in its title above what has more of the words.
 */
const otherFieldsShare = 0.5;

const stopWords = new Set(STOP_WORDS);

/**
 * The scoring query of the keyword leg: any word may match in any field, the best field counts most, and one
 * that a chunk does not have costs nothing. Stop words are looked for only where there is nothing else. Each
 * field is a named query of its field's name, so that `matched_queries` of a hit tells where it matched.
 */
export function keywordQuery(text: string): NonNullable<estypes.QueryDslQueryContainer> {
  const words =
    text
      .toLowerCase()
      .replaceAll(/['’]s\b/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const inFull = words.every((word) => stopWords.has(word));
  const shared = { query: text, ...(inFull && { analyzer: TEXT_ANALYZERS.askedInFull }) };
  return {
    dis_max: {
      tie_breaker: otherFieldsShare,
      queries: Object.entries(FIELD_WEIGHTS).map(([field, boost]) => ({
        match: { [field]: { ...shared, boost, _name: field } },
      })),
    },
  };
}
