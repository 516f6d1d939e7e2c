import { nowhere } from '../../src/domain/documents/document';
import { type EmbeddingSpace } from '../../src/domain/platform/embedding-space';
import { type DocumentWrites, type NewChunk } from '../../src/stores/documents/document-writes';

/** A text document that a bench makes up. */
export interface BenchDocument {
  name: string;
  /** Bytes that its row tells; default 1,000. */
  fileSize?: number;
  /** Metadata; default none. */
  custom?: Record<string, number>;
  /** Of its vectors; default the model `bench`. */
  embedding?: EmbeddingSpace;
  chunks: readonly NewChunk[];
}

/** A chunk that has nothing but a text, its number of tokens and its vector. */
export function benchChunk(text: string, tokenCount: number, vector: number[]): NewChunk {
  return {
    type: 'body',
    text,
    tokenCount,
    location: nowhere,
    headingPath: [],
    language: 'en',
    origin: 'text',
    regions: [],
    tags: [],
    summary: null,
    vector,
  };
}

/**
 * Writes a document into a collection and publishes it, as an indexing job does; once more where the
 * collection has moved to an index of its own meanwhile.
 */
export async function writeDocument(
  writes: DocumentWrites,
  collectionId: string,
  { name, fileSize = 1_000, custom = {}, embedding, chunks }: BenchDocument,
): Promise<void> {
  const dimensions = chunks[0]!.vector.length;
  const head = {
    identity: `name:${name}`,
    contentSha256: null,
    filename: name,
    contentType: 'text/plain',
    fileType: 'txt',
    fileSize,
    modality: 'document' as const,
    title: null,
    custom,
    source: { type: 'text' as const, uri: null },
    jobId: null,
    syncId: null,
  };
  for (;;) {
    const version = await writes.open({
      collectionId,
      attemptKey: name,
      embedding: embedding ?? { model: 'bench', dimensions },
      head,
    });
    await writes.addChunks(version, 0, chunks);
    const tail = {
      chunkCount: chunks.length,
      pageCount: null,
      hasOcr: false,
      languages: {},
      tags: [],
      summary: null,
    };
    const { state } = await writes.publish([{ version, tail }], { overwrite: false });
    if (state === 'published') return;
    if (state !== 'namespace_changed') throw new Error(`a document was not published: ${state}`);
  }
}
