import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { keyToken, valueToken, visibleRows } from '../../stores/documents/search-index';
import { tokenRange, type TokenType } from '../../stores/documents/search-index/metadata-tokens';
import { type AskedKey, filterValuesMax, isBuiltIn, type ValueType } from '../filter';
import { inView, type SearchQuery, type TokenField } from './filter-scope';

/** A search that has a hit when a key is as a filter expects. */
export interface KeyProbe {
  key: string;
  query: SearchQuery;
}

const tokenTypes: Record<ValueType, TokenType> = { string: 's', number: 'n', boolean: 'b' };

/**
 * Probes for the keys of metadata in a filter: for each type of values whether the collection has one of
 * them, which costs no more than the filter; for a key without values whether it exists.
 */
export function keyProbes(view: CollectionView, keys: readonly AskedKey[]): KeyProbe[] {
  return keys
    .filter(({ key }) => !isBuiltIn(key))
    .flatMap(({ key, values }) => {
      if (values.size === 0) return [{ key, query: keySearch(view, key) }];
      return [...values].map(([type, asked]) => ({
        key,
        query:
          asked === 'range'
            ? typeSearch(view, key, type)
            : inCollection(view, (tokens) => ({
                terms: {
                  [tokens]: asked.slice(0, filterValuesMax).map((value) => valueToken(key, value)),
                },
              })),
      }));
    });
}

/** Matches when the view has a document or chunk with the key, archived or not. */
export const keySearch = (view: CollectionView, key: string): SearchQuery =>
  inCollection(view, (tokens) => ({ term: { [tokens]: keyToken(key) } }));

/** The same for a key with a value of this type. It reads all distinct values of the key and type. */
export function typeSearch(view: CollectionView, key: string, type: ValueType): SearchQuery {
  const { from, below } = tokenRange(key, tokenTypes[type]);
  return inCollection(view, (tokens) => ({ range: { [tokens]: { gte: from, lt: below } } }));
}

const inCollection = (view: CollectionView, condition: (tokens: TokenField) => SearchQuery): SearchQuery => ({
  bool: { filter: [visibleRows(view), inView(view, condition)] },
});
