import { type EmbeddingSpace } from '../../src/domain/platform/embedding-space';
import { nowhere } from '../../src/domain/documents/document';
import { type DocumentWrites } from '../../src/stores/documents/document-writes';
import { createDice } from '../generate/dice';
import { concurrently } from '../service/concurrently';
import { chunkText, randomVector } from './make-corpus';

const chunksPerDocument = 100;
const atOnce = 4;

/** Publishes documents of a hundred chunks each until a collection holds so many chunks. */
export async function fillCorpus(
  writes: DocumentWrites,
  collectionId: string,
  embedding: EmbeddingSpace,
  chunks: number,
): Promise<void> {
  await concurrently(Math.ceil(chunks / chunksPerDocument), atOnce, async (number) => {
    const name = `file-${number}.txt`;
    const version = await writes.open({
      collectionId,
      attemptKey: name,
      embedding,
      head: {
        identity: `name:${name}`,
        contentSha256: null,
        filename: name,
        contentType: 'text/plain',
        fileType: 'txt',
        fileSize: 1_000,
        modality: 'document',
        title: null,
        custom: { number },
        source: { type: 'text', uri: null },
        jobId: null,
        syncId: null,
      },
    });
    const dice = createDice(number + 1);
    const rows = Array.from({ length: chunksPerDocument }, () => ({
      type: 'body' as const,
      text: chunkText(dice),
      tokenCount: 100,
      location: nowhere,
      headingPath: [],
      language: 'en',
      origin: 'text' as const,
      regions: [],
      tags: [],
      summary: null,
      vector: randomVector(dice, embedding.dimensions),
    }));
    await writes.addChunks(version, 0, rows);
    const tail = { chunkCount: rows.length, pageCount: null, hasOcr: false, tags: [], summary: null };
    const { state } = await writes.publish([{ version, tail }], { overwrite: false });
    if (state !== 'published') throw new Error(`a document was not published: ${state}`);
  });
}
