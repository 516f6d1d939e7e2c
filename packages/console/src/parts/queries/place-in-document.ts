import { type FoundResult } from './found';

/**
 * Address of the page of a result's document, at its chunk; null where the document or the collection is not
 * known.
 */
export function placeInDocument(result: FoundResult): string | null {
  const { collection_name: collection, document, chunk_index: chunk, location } = result;
  if (document === undefined || collection === '') return null;
  const page = location.page_start === null ? {} : { page: String(location.page_start + 1) };
  const place = new URLSearchParams({ ...page, chunk: String(chunk) });
  const path = `/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(document.id)}`;
  return `${path}?${place.toString()}`;
}
