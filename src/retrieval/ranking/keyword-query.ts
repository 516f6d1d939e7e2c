import { type estypes } from '@elastic/elasticsearch';

/** Fields that words are looked for in, with the weight of a match. */
const FIELD_WEIGHTS = {
  text: 1,
  heading_path: 0.5,
  title: 0.5,
  'filename.words': 0.3,
  'tags.words': 0.3,
  summary: 0.3,
} as const;

/**
 * The scoring query of the keyword leg: any word may match in any field, weights add up, a field that a chunk does not have costs
 * nothing. Each field is a named query of its field's name, so that `matched_queries` of a hit tells where it matched.
 */
export function keywordQuery(text: string): estypes.QueryDslQueryContainer {
  return {
    bool: {
      should: Object.entries(FIELD_WEIGHTS).map(([field, boost]) => ({
        match: { [field]: { query: text, boost, _name: field } },
      })),
      minimum_should_match: 1,
    },
  };
}
