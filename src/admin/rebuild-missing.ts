import { CommandError } from '../command-errors';
import { type Embedder, embedCached } from '../models';
import { type Stores } from '../stores';
import { type MissingIndex, type Rebuilt, type VectorsOf } from '../stores/documents/document-writes';
import { type ProductIndexRow } from '../stores/products/product-index-row';
import { type EmbeddingSpace } from '../domain/platform/embedding-space';
import { acceptBuild } from '../stores/products/accept-build';

export interface RebuildMissingDeps {
  stores: Pick<Stores, 'acceptProductJob' | 'embeddings'>;
  /** Returns the model whose vectors a space holds; null where that model is not reachable. */
  embedderOf: (space: EmbeddingSpace) => Embedder | null;
  findIndexes: () => Promise<MissingIndex[]>;
  rebuildIndex: (index: MissingIndex, vectorsOf: VectorsOf) => Promise<Rebuilt>;
  findBuilds: () => Promise<ProductIndexRow[]>;
}

/** Counts of a rebuild: document indexes, and builds of product indexes that the service runs. */
export interface RebuiltMissing {
  document_indexes: number;
  chunks: number;
  /** Number of chunks that were missing. */
  chunks_written: number;
  builds_accepted: number;
  builds_under_way: number;
}

/**
 * Rebuilds the indexes that the search engine has lost: document indexes one after the other here, product
 * indexes by builds that the service starts. A call after an interruption resumes the work.
 *
 * @throws CommandError at the end, where vectors of a collection cannot be made
 */
export async function rebuildMissing(deps: RebuildMissingDeps): Promise<RebuiltMissing> {
  const { stores, embedderOf } = deps;
  // The builds run while this command rebuilds documents.
  const builds = await deps.findBuilds();
  const accepted = await acceptBuilds(deps, builds);

  const vectorsOf: VectorsOf = async ({ organizationId, embedding }, texts) => {
    const parts = { embedder: embedderOf(embedding)!, cache: stores.embeddings };
    return (await embedCached(parts, organizationId, texts, new AbortController().signal)).vectors;
  };
  const models = new Set<string>();
  const total = { indexes: 0, chunks: 0, written: 0 };
  for (const index of await deps.findIndexes()) {
    const lost = index.namespaces.find(({ embedding }) => embedderOf(embedding) === null);
    if (lost !== undefined) {
      models.add(lost.embedding.model);
      continue;
    }
    const done = await deps.rebuildIndex(index, vectorsOf);
    total.indexes++;
    total.chunks += done.chunks;
    total.written += done.written;
  }
  const rebuilt = {
    document_indexes: total.indexes,
    chunks: total.chunks,
    chunks_written: total.written,
    builds_accepted: accepted,
    builds_under_way: builds.length - accepted,
  };
  if (models.size === 0) return rebuilt;
  throw new CommandError(
    `${rebuiltSentence(rebuilt)} Others have vectors of models that are not configured: ${[...models].join(', ')}.`,
  );
}

/** Sentence that reports what a command has rebuilt. */
export function rebuiltSentence(rebuilt: RebuiltMissing): string {
  const { document_indexes, chunks, chunks_written, builds_accepted, builds_under_way } = rebuilt;
  if (document_indexes + builds_accepted + builds_under_way === 0) return 'No index is missing.';
  return (
    `Indexes of documents rebuilt: ${document_indexes} (${chunks_written} of ${chunks} chunks written). ` +
    `Builds of product search: ${builds_accepted} accepted, ${builds_under_way} under way.`
  );
}

/**
 * Accepts builds and returns how many are new. An index that a job holds is not counted: that job builds it,
 * or a build follows it.
 */
async function acceptBuilds(
  { stores }: Pick<RebuildMissingDeps, 'stores'>,
  builds: readonly ProductIndexRow[],
): Promise<number> {
  let accepted = 0;
  for (const index of builds) {
    const { acceptance } = await acceptBuild(stores, index);
    if (acceptance.outcome !== 'held' && acceptance.outcome !== 'gone') accepted++;
  }
  return accepted;
}
