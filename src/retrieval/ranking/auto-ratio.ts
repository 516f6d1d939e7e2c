import { type estypes } from '@elastic/elasticsearch';
import { type RatioReason, type SemanticRatio } from '../../domain/documents/query';
import { foldedText } from '../../domain/platform/folded-text';
import { allWordsQuery } from './keyword-query';
import { queryWords } from './query-words';

type Query = NonNullable<estypes.QueryDslQueryContainer>;

/** Chunks with the telling words of a query up to which they are few: they fit on a page. */
const fewChunksMax = 10;
/** Number up to which chunks with the telling words are counted. */
export const tellingChunksMax = fewChunksMax + 1;
/** Ratio where few chunks have the telling words. */
const ratioByWords = 0.1;

/** Words of a query up to which an identifier tells more than the others. */
const identifiedWordsMax = 4;
/** Phrases in quotation marks; a straight one behind a letter or a number, such as that of inches, opens none. */
const quotes = /(?<![\p{L}\p{N}])"([^"]+)"|“([^”“]+)[”“]|„([^“”„]+)[“”]|«([^»]+)»/gu;
/** A run of four characters with a digit and a letter, or of five digits: no year, no small number. */
const identifier = /^(?=.*\d)(?:(?=.*\p{L}).{4,}|(?:\D*\d){5,}\D*)$/u;

/** The words of a query that tell most about what it looks for, as a filter for chunks that have them. */
export interface TellingWords {
  query: Query;
  /** Why a ratio follows from them. */
  reason: Extract<RatioReason, 'quoted' | 'identifier' | 'exact_words'>;
}

/** Phrases in quotation marks, else identifiers of a short query, else all words. */
export function tellingWords(text: string): TellingWords {
  const quoted = [...text.matchAll(quotes)].flatMap((match) => match.slice(1).filter(hasWord));
  if (quoted.length > 0) return { query: phrases(quoted), reason: 'quoted' };
  const identifiers = text.split(/[\s,;!?()[\]{}]+/u).filter((run) => identifier.test(run));
  return identifiers.length > 0 && queryWords(text).all <= identifiedWordsMax
    ? { query: phrases(identifiers), reason: 'identifier' }
    : { query: allWordsQuery(text), reason: 'exact_words' };
}

/**
 * The weight of the dense leg where a query names none. A query whose telling words are in few chunks looks for
 * these: the dense leg, which does not know the words, only orders what they leave open. Others, most questions
 * among them, take the default of the collection.
 *
 * @param tellingChunks chunks that have the telling words; above a page their number makes no difference
 * @param byDefault the default of the collection
 */
export function autoRatio(
  { reason }: Pick<TellingWords, 'reason'>,
  tellingChunks: number,
  byDefault: SemanticRatio,
): SemanticRatio {
  const areFew = tellingChunks > 0 && tellingChunks <= fewChunksMax;
  return areFew ? { used: ratioByWords, reason } : byDefault;
}

const hasWord = (quoted: string | undefined): quoted is string =>
  quoted !== undefined && /[\p{L}\p{N}]/u.test(quoted);

const phrases = (texts: readonly string[]): Query => ({
  bool: { filter: texts.map((text) => ({ match_phrase: { text: { query: foldedText(text) } } })) },
});
