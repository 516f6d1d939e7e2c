import { type Client } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { type EmbeddingSpace } from '../../../domain/platform/embedding-space';
import { namespaceAlias } from '../search-index/namespace-alias';
import { collectionIndexes, type CollectionRow } from '../contents/collections';
import { createFilledNamespaces } from '../contents/filled-namespaces';
import { createNamespaceStore } from '../contents/namespaces';

/** An index that the search engine has lost: its alias and its namespaces. */
export interface MissingIndex {
  alias: string;
  namespaces: NamedNamespace[];
}

/** A namespace, with owner and embedding space of a collection that shows it. */
export interface NamedNamespace {
  namespace: string;
  organizationId: string;
  embedding: EmbeddingSpace;
}

const namespacesPerBatchMax = 500;

/** Finds lost indexes: those that the search engine lacks although MongoDB has documents for them. */
export async function findMissingIndexes(db: Db, client: Client): Promise<MissingIndex[]> {
  const registry = createNamespaceStore(db);
  const filled = createFilledNamespaces(db);
  const there = await aliasesOf(client, namespaceAlias('*'));
  const missing = new Map<string, NamedNamespace[]>();
  for (let after: string | null = null; ;) {
    const batch = await registry.list(after, namespacesPerBatchMax);
    const absent = batch.map(({ _id }) => _id).filter((id) => !there.has(namespaceAlias(id)));
    for (const namespace of await filled.usedOf(absent)) {
      const named = await nameOf(db, namespace);
      const alias = namespaceAlias(namespace);
      if (named !== null) missing.set(alias, [...(missing.get(alias) ?? []), named]);
    }
    if (batch.length < namespacesPerBatchMax) break;
    after = batch.at(-1)!._id;
  }
  return [...missing].map(([alias, namespaces]) => ({ alias, namespaces }));
}

/** Null for one that no collection shows. */
async function nameOf(db: Db, namespace: string): Promise<NamedNamespace | null> {
  const collections = db.collection<CollectionRow>(collectionIndexes.collection);
  const row = await collections.findOne(
    {
      $or: [
        { 'layers.namespace': namespace },
        { 'flattening.namespace': namespace },
        { 'reEmbedding.namespace': namespace },
      ],
    },
    { projection: { organizationId: 1, embedding: 1, reEmbedding: 1 } },
  );
  if (row === null) return null;
  const { organizationId, reEmbedding } = row;
  const embedding = reEmbedding?.namespace === namespace ? reEmbedding.embedding : row.embedding;
  return embedding === null ? null : { namespace, organizationId, embedding };
}

/** Names of aliases that match a pattern. */
async function aliasesOf(client: Client, name: string): Promise<Set<string>> {
  const found = await client.indices.getAlias({ name });
  return new Set(Object.values(found).flatMap(({ aliases }) => Object.keys(aliases)));
}
