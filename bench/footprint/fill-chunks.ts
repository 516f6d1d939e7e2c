import { nowhere } from '../../src/domain/documents/document';
import { type DocumentWrites, type NewChunk } from '../../src/stores/documents/document-writes';
import { createDice, type Dice } from '../generate/dice';
import { makeTexts } from '../index/make-texts';

/** Numbers of the local model's vectors. */
const dimensions = 384;
const chunksPerDocument = 50;
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
  let next = from / chunksPerDocument;
  const lane = async (): Promise<void> => {
    while (next < through / chunksPerDocument) {
      const number = next++;
      // The collection has moved to an index of its own meanwhile; an activity repeats it likewise.
      while ((await addDocument(writes, collectionId, number)) === 'namespace_changed');
    }
  };
  await Promise.all(Array.from({ length: documentsAtOnce }, lane));
}

/** @returns why the document has to be written again; null when it is published */
async function addDocument(
  writes: DocumentWrites,
  collectionId: string,
  number: number,
): Promise<'namespace_changed' | null> {
  const name = `volume-${number}.txt`;
  const version = await writes.open({
    collectionId,
    attemptKey: name,
    embedding: { model: 'bench', dimensions },
    head: {
      identity: `name:${name}`,
      contentSha256: null,
      filename: name,
      contentType: 'text/plain',
      fileType: 'txt',
      fileSize: 25_000,
      modality: 'document',
      title: null,
      custom: { number },
      source: { type: 'text', uri: null },
      jobId: null,
      syncId: null,
    },
  });
  const dice = createDice(number);
  const texts = makeTexts(number, chunksPerDocument);
  await writes.addChunks(
    version,
    0,
    texts.map((text) => chunkOf(text, dice)),
  );
  const tail = { chunkCount: chunksPerDocument, pageCount: null, hasOcr: false, tags: [], summary: null };
  const { state } = await writes.publish([{ version, tail }], { overwrite: false });
  if (state === 'namespace_changed') return state;
  if (state !== 'published') throw new Error(`a document was not published: ${state}`);
  return null;
}

function chunkOf(text: string, dice: Dice): NewChunk {
  return {
    type: 'body',
    text,
    tokenCount: 90,
    location: nowhere,
    headingPath: [],
    language: 'en',
    origin: 'text',
    regions: [],
    tags: [],
    summary: null,
    vector: Array.from({ length: dimensions }, () => dice.fraction() * 2 - 1),
  };
}
