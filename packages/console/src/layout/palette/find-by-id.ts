import { type Sheaf, type components } from 'sheaf-client';
import { type PaletteEntry } from './entry';
import { exists } from './exists';
import { type KnownId } from './known-id';

type Collection = Pick<
  components['schemas']['Collection'],
  'collection_id' | 'collection_name' | 'document_count'
>;

/** Collections in which a document is looked for, one request each. */
const probesMax = 10;

/**
 * The pages of an id. Ids whose prefix names the page cost no request. A job is asked for in both products, a
 * query once, a document in the largest collections.
 *
 * @throws SheafError for a refusal other than a missing right or an unknown id
 */
export async function findById(options: {
  known: KnownId;
  sheaf: Sheaf;
  collections: readonly Collection[];
  signal: AbortSignal;
}): Promise<PaletteEntry[]> {
  const { known, sheaf, collections, signal } = options;
  const { kind, id } = known;
  const text = encodeURIComponent(id);
  const one = (to: string, name: string): PaletteEntry[] => [{ to, name, group: 'By id' }];
  switch (kind) {
    case 'parse job':
      return one(`/parse/${text}`, `Parse job ${id}`);
    case 'evaluation':
      return one(`/evaluations/${text}`, `Evaluation ${id}`);
    case 'webhook endpoint':
      return one(`/webhooks/${text}`, `Webhook endpoint ${id}`);
    case 'sync':
      return one(`/syncs/${text}`, `Sync ${id}`);
    case 'key':
      return one(`/products/keys/${text}`, `Key ${id}`);
    case 'collection': {
      const name = collections.find(({ collection_id: other }) => other === id)?.collection_name;
      return name === undefined ? [] : one(`/collections/${encodeURIComponent(name)}`, `Collection ${name}`);
    }
    case 'job': {
      const [documents, products] = await Promise.all([
        exists(() => sheaf.get('/v2/jobs/{job_id}', { params: { path: { job_id: id } }, signal })),
        exists(() => sheaf.get('/v1/jobs/{job_id}', { params: { path: { job_id: id } }, signal })),
      ]);
      return [
        ...(documents ? one(`/jobs/documents/${text}`, `Indexing job ${id}`) : []),
        ...(products ? one(`/jobs/products/${text}`, `Product job ${id}`) : []),
      ];
    }
    case 'query': {
      const path = { query_id: id };
      const isThere = await exists(() => sheaf.get('/v2/queries/{query_id}', { params: { path }, signal }));
      return isThere ? one(`/history/queries/${text}`, `Query ${id}`) : [];
    }
    case 'document':
      return findDocument(id, options);
  }
}

async function findDocument(
  id: string,
  options: { sheaf: Sheaf; collections: readonly Collection[]; signal: AbortSignal },
): Promise<PaletteEntry[]> {
  const { sheaf, collections, signal } = options;
  const largest = collections
    .filter(({ document_count: count }) => count > 0)
    .toSorted((one, other) => other.document_count - one.document_count)
    .slice(0, probesMax);
  const found = await Promise.all(
    largest.map(async ({ collection_name: name }) => {
      // The first chunk says that the document is there, and is small.
      const path = { collection_name: name, chunk_id: `${id}:0` };
      const isThere = await exists(() =>
        sheaf.get('/v3/collections/{collection_name}/chunks/{chunk_id}', { params: { path }, signal }),
      );
      return isThere ? [name] : [];
    }),
  );
  return found.flat().map((name) => ({
    to: `/collections/${encodeURIComponent(name)}/documents/${encodeURIComponent(id)}`,
    name: `Document ${id} in ${name}`,
    group: 'By id',
  }));
}
