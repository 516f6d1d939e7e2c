import { type DocumentWrites } from '../../src/stores/documents/document-writes';
import { createDice } from '../generate/dice';
import { concurrently } from '../service/concurrently';
import { benchChunk, writeDocument } from '../service/write-document';

const chunksPerDocument = 100;
const tokensPerChunk = 5;
const dimensions = 8;
/** Documents that are written at the same time. */
const atOnce = 8;

/** Publishes documents of a hundred chunks each until a collection holds so many chunks. */
export async function fillCollection(
  writes: DocumentWrites,
  collectionId: string,
  chunks: number,
): Promise<void> {
  await concurrently(chunks / chunksPerDocument, atOnce, async (number) => {
    const name = `file-${number}.txt`;
    const dice = createDice(number);
    const vector = () => Array.from({ length: dimensions }, () => dice.fraction() + 0.01);
    const rows = Array.from({ length: chunksPerDocument }, (_, i) =>
      benchChunk(`chunk ${i} of ${name}`, tokensPerChunk, vector()),
    );
    await writeDocument(writes, collectionId, { name, custom: { number }, chunks: rows });
  });
}
