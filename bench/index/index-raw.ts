import { type Embedder } from '../../src/models';
import {
  type IndexedChunk,
  indexedWords,
  packVector,
  type SearchIndex,
} from '../../src/stores/documents/search-index';

const textsPerBatch = 64;

/**
 * Seconds that a loop needs which does nothing but embed texts and write them into an index like ours, batch
 * by batch.
 */
export async function indexRaw(
  { embedder, search, namespace }: { embedder: Embedder; search: SearchIndex; namespace: string },
  round: number,
  texts: readonly string[],
): Promise<number> {
  const { signal } = new AbortController();
  const startMs = performance.now();
  for (let from = 0; from < texts.length; from += textsPerBatch) {
    const batch = texts.slice(from, from + textsPerBatch);
    const vectors = await embedder.embed(batch, 'document', signal);
    const rows = batch.map((text, index) => {
      const id = `${round}-${from + index}`;
      return { id, row: rowOf(namespace, id, text, vectors[index]!) };
    });
    await search.write(namespace, rows);
  }
  return (performance.now() - startMs) / 1_000;
}

function rowOf(namespace: string, id: string, text: string, vector: Float32Array): IndexedChunk {
  return {
    namespace,
    version: id,
    document: id,
    index: 0,
    chunk_type: 'body',
    origin: 'text',
    modality: 'document',
    language: 'en',
    filename: `${id}.txt`,
    content_type: 'text/plain',
    created_at: 0,
    ...indexedWords({ filename: '', title: null, heading_path: [], text, tags: [], summary: null }),
    added: 1,
    removed: null,
    archived: false,
    revision: 0,
    document_meta: [],
    meta: [],
    vector: packVector(vector),
  };
}
