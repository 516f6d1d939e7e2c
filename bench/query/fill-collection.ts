import { type Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { type EmbeddingSpace } from '../../src/domain/platform/embedding-space';
import { createStores } from '../../src/stores';
import { type CollectionView } from '../../src/stores/documents/contents/documents-visible';
import { createDocumentWrites } from '../../src/stores/documents/document-writes';
import { createSearchIndex } from '../../src/stores/documents/search-index';
import { fillCorpus } from './fill-corpus';

/**
 * Makes an organization with a collection of so many chunks, past the API.
 *
 * @param name of both
 * @returns text of a key that may ask it, and what queries see of it
 */
export async function fillCollection(
  { db, elasticsearch }: { db: Db; elasticsearch: ElasticsearchClient },
  name: string,
  embedding: EmbeddingSpace,
  chunks: number,
): Promise<{ key: string; view: CollectionView }> {
  const stores = createStores(db);
  const search = createSearchIndex(elasticsearch);
  const organizationId = await stores.organizations.ensure(name);
  const tenant = { organizationId, environment: 'production' as const };
  const key = await stores.apiKeys.create(tenant, ['query']);
  const { collection } = await stores.collections.ensure(tenant, name, { description: null, metadata: null });
  await fillCorpus(createDocumentWrites({ db, search }), collection._id, embedding, chunks);
  const view = await stores.documents.view((await stores.collections.findById(collection._id))!);
  await search.refresh(view.map(({ namespace }) => namespace));
  return { key: key.text, view };
}
