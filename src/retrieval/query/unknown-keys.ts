import { type QueryWarning } from '../../domain/documents/query';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { keyToken, visibleRows } from '../../stores/documents/search-index';
import { isBuiltIn, type MetadataFilter } from '../filter/metadata-filter';
import { inView, type SearchQuery } from './filter-scope';

/** Keys of custom metadata that a filter names, each once. */
export function customKeysOf(filter: MetadataFilter): string[] {
  const keys = new Set<string>();
  const open = [filter];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'and' || next.kind === 'or') open.push(...next.filters);
    else if (!isBuiltIn(next.key)) keys.add(next.key);
  }
  return [...keys].sort();
}

/** Finds something when the view has a document or chunk with the key, archived or not. */
export function keySearch(view: CollectionView, key: string): SearchQuery {
  const hasKey = inView(view, (tokens) => ({ term: { [tokens]: keyToken(key) } }));
  return { bool: { filter: [visibleRows(view), hasKey] } };
}

/** The warning for a key of a filter that no document and no chunk has. */
export function unknownKeyWarning(key: string): QueryWarning {
  return {
    code: 'FILTER_KEY_UNKNOWN',
    message: `The filter names the key '${key}', which nothing in the collection has.`,
  };
}
