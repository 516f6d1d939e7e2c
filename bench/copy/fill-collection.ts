import { nowhere } from '../../src/domain/documents/document';
import { type DocumentWrites, type NewChunk } from '../../src/stores/documents/document-writes';
import { createDice } from '../generate/dice';

const chunksPerDocument = 100;
const dimensions = 8;
/** Documents that are written at the same time. */
const atOnce = 8;

/** Publishes documents of a hundred chunks each until a collection holds so many chunks. */
export async function fillCollection(
  writes: DocumentWrites,
  collectionId: string,
  chunks: number,
): Promise<void> {
  const documents = Array.from({ length: chunks / chunksPerDocument }, (_, i) => i);
  const lane = async () => {
    for (let i = documents.shift(); i !== undefined; i = documents.shift())
      await addDocument(writes, collectionId, i);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function addDocument(writes: DocumentWrites, collectionId: string, number: number): Promise<void> {
  const name = `file-${number}.txt`;
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
      fileSize: 1_000,
      modality: 'document',
      title: null,
      custom: { number },
      source: { type: 'text', uri: null },
      jobId: null,
      syncId: null,
    },
  });
  const dice = createDice(number);
  await writes.addChunks(
    version,
    0,
    Array.from({ length: chunksPerDocument }, (_, i) => chunkOf(`chunk ${i} of ${name}`, dice)),
  );
  const tail = { chunkCount: chunksPerDocument, pageCount: null, hasOcr: false, tags: [], summary: null };
  const { state } = await writes.publish([{ version, tail }], { overwrite: false });
  if (state !== 'published') throw new Error(`a document was not published: ${state}`);
}

function chunkOf(text: string, dice: ReturnType<typeof createDice>): NewChunk {
  return {
    type: 'body',
    text,
    tokenCount: 5,
    location: nowhere,
    headingPath: [],
    language: 'en',
    origin: 'text',
    regions: [],
    tags: [],
    summary: null,
    vector: Array.from({ length: dimensions }, () => dice.fraction() + 0.01),
  };
}
