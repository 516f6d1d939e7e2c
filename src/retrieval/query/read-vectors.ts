import { type SearchIndex } from '../../stores/documents/search-index';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { type Candidate } from './candidates';

/** Indexed vectors of candidates by id; those without one are missing. */
export async function readVectors(
  search: SearchIndex,
  view: CollectionView,
  candidates: readonly Candidate[],
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Map<string, Float32Array>> {
  if (candidates.length === 0) return new Map();
  const values = candidates.map(({ id }) => id);
  const [answer] = await search.searchMany(
    view.map(({ namespace }) => namespace),
    [{ query: { ids: { values } }, size: values.length, _source: false, fields: ['vector'] }],
    { signal, timeoutMs },
  );
  const vectors = new Map<string, Float32Array>();
  for (const { _id, fields } of answer!.hits.hits) {
    const vector = (fields as { vector?: number[] } | undefined)?.vector;
    if (_id !== undefined && vector !== undefined) vectors.set(_id, Float32Array.from(vector));
  }
  return vectors;
}
