import { type estypes } from '@elastic/elasticsearch';
import { queriedDocumentWords } from '../../domain/documents/context-words';
import { foldedText } from '../../domain/platform/folded-text';
import { stemField, type StemLanguage } from '../../stores/documents/search-index';
import { TEXT_ANALYZERS } from '../../stores/documents/search-index/analysis';
import { isAllStopWords } from './query-words';

type Query = NonNullable<estypes.QueryDslQueryContainer>;

/** Searched fields with the weight of a match: titles state the topic of a text, derived fields repeat it. */
const FIELD_WEIGHTS = {
  text: 1,
  title: 0.5,
  heading_path: 0.5,
  'tags.words': 0.3,
  summary: 0.3,
} as const;

/**
 * Weight of words that name a document. Their score is added to that of the content, since a query such as
 * "Acme 2018 capital expenditure" names both, and no field has all of its words.
 */
const DOCUMENT_WEIGHT = 1;

/**
 * Share of the scores of further matching fields that is added to the best one. A title repeats words of its
 * text: with full scores, texts with a word in the title would outrank texts with more of the words.
 */
const otherFieldsShare = 0.5;

/**
 * Words whose stems are searched, over all languages; with the other fields this stays below every limit on
 * clauses.
 */
const stemWordsMax = 60;
/** Scripts without a stemmer, whose texts are indexed as single characters. */
const withoutSpaces =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/**
 * Queries for the stems of words, one for each language, since a few words do not reveal the language of a
 * query. Each is named as the field of the text.
 */
function stemQueries(folded: string, languages: readonly StemLanguage[]): Query[] {
  const words = (folded.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []).filter((word) => !withoutSpaces.test(word));
  if (words.length === 0 || languages.length === 0) return [];
  const query = words.slice(0, Math.floor(stemWordsMax / languages.length)).join(' ');
  return languages.map((language) => ({
    match: { [stemField(language)]: { query, boost: FIELD_WEIGHTS.text, _name: `text.${language}` } },
  }));
}

/** The filter for chunks whose text has all words of a query; stop words count only when there are no others. */
export function allWordsQuery(text: string): Query {
  const query = foldedText(text);
  const analyzer = isAllStopWords(query) ? { analyzer: TEXT_ANALYZERS.askedInFull } : {};
  return { match: { text: { query, operator: 'and', ...analyzer } } };
}

/**
 * The scoring query of the keyword leg. Any word may match in any field; the best field of the content counts
 * most, words that name the document are added, and absent fields cost nothing. Words are compared in folded
 * form. Stop words are searched only when the query has no others. Each field is a named query, so that
 * `matched_queries` of a hit shows where it matched. Of a word and its stem the better match counts.
 *
 * @param languages languages whose stems are searched too; default none
 */
export function keywordQuery(text: string, languages: readonly StemLanguage[] = []): Query {
  const folded = foldedText(text);
  const inFull = isAllStopWords(folded);
  const match = (field: string, query: string, boost: number): Query => ({
    match: {
      [field]: {
        query,
        boost,
        _name: field,
        ...(inFull && { analyzer: TEXT_ANALYZERS.askedInFull }),
      },
    },
  });
  const { text: inText, title, heading_path: headings, ...others } = FIELD_WEIGHTS;
  const best = (...queries: Query[]): Query => ({ dis_max: { queries } });
  const queries = [
    best(match('text', folded, inText), ...stemQueries(folded, languages)),
    // The title of a document often equals its first heading: the better match of the two counts.
    best(match('title', folded, title), match('heading_path', folded, headings)),
    ...Object.entries(others).map(([field, weight]) => match(field, folded, weight)),
  ];
  const ofDocument = match('filename_words', queriedDocumentWords(folded), DOCUMENT_WEIGHT);
  return { bool: { should: [{ dis_max: { tie_breaker: otherFieldsShare, queries } }, ofDocument] } };
}
