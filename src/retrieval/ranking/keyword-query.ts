import { type estypes } from '@elastic/elasticsearch';
import { foldedFilename, foldedText } from '../../domain/platform/folded-text';
import { STOP_WORDS, TEXT_ANALYZERS } from '../../stores/documents/search-index/analysis';

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

const stopWords = new Set(STOP_WORDS);

/** Field of the words of a file's name in rows that were written before `filename_words`. */
const formerNameField = 'filename.words';
/** Letters and marks that rows which are not folded have in another form, in spite of their analyzers. */
const analyzedOtherwise = /[\p{M}\p{Cf}\p{sc=Arab}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}]/u;

/**
 * The scoring query of the keyword leg: any word may match in any field, the best field counts most, and one
 * that a chunk does not have costs nothing. Words are compared in their folded form; in the form in which
 * they were written too, where they are found in rows only that `npm run refold` has not reached. Stop words
 * are looked for only where there is nothing else. Each field is a named query of its field's name, so that
 * `matched_queries` of a hit tells where it matched.
 */
export function keywordQuery(text: string): Query {
  const folded = foldedText(text);
  const words =
    folded
      .toLowerCase()
      .replaceAll(/['’]s\b/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const inFull = words.every((word) => stopWords.has(word));
  const unfolded = text
    .split(/\s+/)
    .filter((word) => analyzedOtherwise.test(word) && foldedText(word) !== word)
    .join(' ');
  const match = (field: string, query: string, boost: number): Query => ({
    match: {
      [field]: {
        query: `${query} ${unfolded}`.trimEnd(),
        boost,
        _name: field,
        ...(inFull && { analyzer: TEXT_ANALYZERS.askedInFull }),
      },
    },
  });
  const { text: inText, title, heading_path: headings, filename_words: name, ...others } = FIELD_WEIGHTS;
  const best = (...queries: Query[]): Query => ({ dis_max: { queries } });
  const queries = [
    match('text', folded, inText),
    // The title of a document often is its first heading: what both have counts once.
    best(match('title', folded, title), match('heading_path', folded, headings)),
    best(match('filename_words', foldedFilename(text), name), match(formerNameField, folded, name)),
    ...Object.entries(others).map(([field, weight]) => match(field, folded, weight)),
  ];
  return { dis_max: { tie_breaker: otherFieldsShare, queries } };
}
