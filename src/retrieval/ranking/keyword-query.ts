import { type estypes } from '@elastic/elasticsearch';
import { foldedFilename, foldedText } from '../../domain/platform/folded-text';
import { stemField, type StemLanguage } from '../../stores/documents/search-index';
import { TEXT_ANALYZERS } from '../../stores/documents/search-index/analysis';
import { isAllStopWords } from './query-words';

type Query = NonNullable<estypes.QueryDslQueryContainer>;

/**
 * Fields that words are looked for in, with the weight of a match there: what a text is about stands in its
 * titles, what others made of it repeats it.
 */
const FIELD_WEIGHTS = {
  text: 1,
  title: 0.5,
  heading_path: 0.5,
  filename_words: 0.3,
  'tags.words': 0.3,
  summary: 0.3,
} as const;

/**
 * Share of what a match in further fields adds to the best one. A title repeats what its text says: adding
 * both in full would put what has a word in its title above what has more of the words.
 */
const otherFieldsShare = 0.5;

/**
 * Words whose stems are looked for, of all languages together; with the other fields they stay below every
 * limit on clauses.
 */
const stemWordsMax = 60;
/** Scripts that no stemmer knows, and whose texts are taken apart into single characters. */
const withoutSpaces =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/**
 * Queries for the stems of words, one for each language, because a few words do not tell the language of a
 * query. Each is named as a part of the text, which the stems are those of.
 */
function stemQueries(folded: string, languages: readonly StemLanguage[]): Query[] {
  const words = (folded.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []).filter((word) => !withoutSpaces.test(word));
  if (words.length === 0 || languages.length === 0) return [];
  const query = words.slice(0, Math.floor(stemWordsMax / languages.length)).join(' ');
  return languages.map((language) => ({
    match: { [stemField(language)]: { query, boost: FIELD_WEIGHTS.text, _name: `text.${language}` } },
  }));
}

/**
 * The scoring query of the keyword leg: any word may match in any field, the best field counts most, and one
 * that a chunk does not have costs nothing. Words are compared in their folded form. Stop words
 * are looked for only where there is nothing else. Each field is a named query of its field's name, so that
 * `matched_queries` of a hit tells where it matched. Of the words of a text and their stems the better match
 * counts.
 *
 * @param languages by whose stems texts are looked for too; default none
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
  const { text: inText, title, heading_path: headings, filename_words: name, ...others } = FIELD_WEIGHTS;
  const best = (...queries: Query[]): Query => ({ dis_max: { queries } });
  const queries = [
    best(match('text', folded, inText), ...stemQueries(folded, languages)),
    // The title of a document often is its first heading: what both have counts once.
    best(match('title', folded, title), match('heading_path', folded, headings)),
    match('filename_words', foldedFilename(text), name),
    ...Object.entries(others).map(([field, weight]) => match(field, folded, weight)),
  ];
  return { dis_max: { tie_breaker: otherFieldsShare, queries } };
}
