import { type EmbeddingSpace } from '../../src/domain/platform/embedding-space';
import { type DocumentWrites } from '../../src/stores/documents/document-writes';
import { createDice } from '../generate/dice';
import { concurrently } from '../service/concurrently';
import { benchChunk, writeDocument } from '../service/write-document';
import { chunkText, randomVector } from './make-corpus';

const chunksPerDocument = 100;
const tokensPerChunk = 100;
const atOnce = 4;

/** Publishes documents of a hundred chunks each until a collection holds so many chunks. */
export async function fillCorpus(
  writes: DocumentWrites,
  collectionId: string,
  embedding: EmbeddingSpace,
  chunks: number,
): Promise<void> {
  await concurrently(Math.ceil(chunks / chunksPerDocument), atOnce, async (number) => {
    const dice = createDice(number + 1);
    const rows = Array.from({ length: chunksPerDocument }, () =>
      benchChunk(chunkText(dice), tokensPerChunk, randomVector(dice, embedding.dimensions)),
    );
    await writeDocument(writes, collectionId, {
      name: `file-${number}.txt`,
      custom: { number },
      embedding,
      chunks: rows,
    });
  });
}
