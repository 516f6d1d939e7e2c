import { type DocumentWrites } from '../../src/stores/documents/document-writes';
import { createDice } from '../generate/dice';
import { makeTexts } from '../index/make-texts';
import { concurrently } from '../service/concurrently';
import { benchChunk, writeDocument } from '../service/write-document';

/** Numbers of the local model's vectors. */
const dimensions = 384;
const chunksPerDocument = 50;
const tokensPerChunk = 90;
const fileSize = 25_000;
const documentsAtOnce = 16;

/**
 * Publishes documents of fifty chunks, each with a text of about 450 characters and a vector of its own, until
 * a collection holds so many chunks.
 *
 * @param from chunks that it holds already
 */
export async function fillChunks(
  writes: DocumentWrites,
  collectionId: string,
  from: number,
  through: number,
): Promise<void> {
  const first = from / chunksPerDocument;
  await concurrently(through / chunksPerDocument - first, documentsAtOnce, async (at) => {
    const number = first + at;
    const dice = createDice(number);
    const vector = () => Array.from({ length: dimensions }, () => dice.fraction() * 2 - 1);
    const chunks = makeTexts(number, chunksPerDocument).map((text) =>
      benchChunk(text, tokensPerChunk, vector()),
    );
    await writeDocument(writes, collectionId, {
      name: `volume-${number}.txt`,
      fileSize,
      custom: { number },
      chunks,
    });
  });
}
