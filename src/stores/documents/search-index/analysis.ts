import { type estypes } from '@elastic/elasticsearch';

/** Stop words of queries: Lucene's short list for English. */
export const STOP_WORDS: readonly string[] =
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  );

/** Words of a query that are searched; six fields of so many words stay below every limit on clauses. */
export const queryWordsMax = 160;

/** Analyzers of the text fields: for indexing, for queries, and for queries of stop words alone. */
export const TEXT_ANALYZERS = {
  written: 'words',
  asked: 'query_words',
  askedInFull: 'all_query_words',
} as const;

/** Analyzer that splits names of files, for indexing; queries use the common one. */
export const NAME_ANALYZER = 'name_words';

// Possessives are removed before folding changes ’; Porter's stemmer ignores letters outside of Latin.
const folded = ['cjk_width', 'possessives', 'lowercase', 'asciifolding'] as const;

/**
 * Text analysis. English words are stemmed; letters lose case, width and accents in all languages. Chinese,
 * Japanese and Korean, which have no spaces, are split into pairs of characters; the index also has single
 * ones, for queries of one character. The index keeps stop words, for queries of stop words alone.
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
