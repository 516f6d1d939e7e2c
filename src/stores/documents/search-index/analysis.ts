import { type estypes } from '@elastic/elasticsearch';

/** Words that say nothing in a query: Lucene's own short list for English. */
export const STOP_WORDS: readonly string[] =
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  );

/** Words of a query that are looked for; six fields of so many words stay below every limit on clauses. */
export const queryWordsMax = 160;

/**
 * Analyzers of the text fields: as texts are written, as queries are read, and as queries of nothing but stop
 * words are.
 */
export const TEXT_ANALYZERS = {
  written: 'words',
  asked: 'query_words',
  askedInFull: 'all_query_words',
} as const;

/**
 * Takes names of files and the like apart where people do; for writing; queries are read as for every field.
 */
export const NAME_ANALYZER = 'name_words';

// Possessives go before letters are folded, while ’ is still itself; Porter's stemmer leaves letters that are
// not Latin alone.
const folded = ['cjk_width', 'possessives', 'lowercase', 'asciifolding'] as const;

/**
 * How texts become words. English words are cut to their stems, letters lose case, width and accents in every
 * language, and Chinese, Japanese and Korean, which have no spaces, are taken in pairs of characters, on the
 * writing side also one by one, so that a query of one character finds something. Stop words are kept in the
 * index, so that a query of nothing else can be answered.
 *
 * Chosen by `npm run bench -- quality`, see `docs/decisions/ranking.md`.
 */
export const chunkAnalysis: estypes.IndicesIndexSettingsAnalysis = {
  char_filter: {
    name_separators: { type: 'pattern_replace', pattern: '[_.-]+', replacement: ' ' },
  },
  filter: {
    possessives: { type: 'stemmer', language: 'possessive_english' },
    stop_words: { type: 'stop', stopwords: [...STOP_WORDS] },
    pairs: { type: 'cjk_bigram' },
    singles_and_pairs: { type: 'cjk_bigram', output_unigrams: true },
    bounded: { type: 'limit', max_token_count: queryWordsMax },
  },
  analyzer: {
    [TEXT_ANALYZERS.written]: analyzer([...folded, 'porter_stem', 'singles_and_pairs']),
    [TEXT_ANALYZERS.asked]: analyzer([...folded, 'stop_words', 'porter_stem', 'pairs', 'bounded']),
    [TEXT_ANALYZERS.askedInFull]: analyzer([...folded, 'porter_stem', 'pairs', 'bounded']),
    [NAME_ANALYZER]: {
      ...analyzer([...folded, 'porter_stem', 'singles_and_pairs']),
      char_filter: ['name_separators'],
    },
  },
};

function analyzer(filter: string[]): estypes.AnalysisCustomAnalyzer {
  return { type: 'custom', tokenizer: 'standard', filter };
}
