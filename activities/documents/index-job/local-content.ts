import { type BlobStore } from '../../../src/blobs';
import { type ChunkContent, type PageContent } from '../../../src/domain/documents/document';
import { type MaskableDocument } from '../../../src/masking';
import { type PictureWord } from '../../../src/parsing';
import { localJsonLines } from './json-lines';
import { type StoredDocument } from './parsed-blob';

/**
 * Copies the texts of documents from the blob store: masking reads them twice, with pauses in which a remote
 * store would close the connection. Pictures are read when needed.
 *
 * @param scratch local folder of this attempt, which the caller removes
 */
export async function copyContent(
  blobs: BlobStore,
  stored: readonly StoredDocument[],
  scratch: string,
  signal: AbortSignal,
): Promise<MaskableDocument[]> {
  const pathOf = async (key: string) => (await blobs.localFile(key, scratch, signal)).path;
  const documents: MaskableDocument[] = [];
  for (const { chunksKey, pagesKey, figures, ...facts } of stored) {
    const chunksPath = await pathOf(chunksKey);
    const pagesPath = pagesKey === null ? null : await pathOf(pagesKey);
    documents.push({
      ...facts,
      chunks: (size) => localJsonLines<ChunkContent>(chunksPath, size),
      async *pages(size) {
        if (pagesPath !== null) yield* localJsonLines<PageContent>(pagesPath, size);
      },
      pictures: figures.flatMap((figure) => pictureOf(blobs, figure)),
    });
  }
  return documents;
}

/** The picture of a figure with its words, which are empty when they were not read. */
function pictureOf(
  blobs: BlobStore,
  { figureId, key, wordsKey }: StoredDocument['figures'][number],
): MaskableDocument['pictures'] {
  if (wordsKey === undefined) return [];
  const bytesOf = async (of: string) => {
    const { stream } = await blobs.read(of);
    return Buffer.concat((await stream.toArray()) as Buffer[]);
  };
  return [
    {
      figureId,
      read: () => bytesOf(key),
      words: async () => JSON.parse((await bytesOf(wordsKey)).toString('utf8')) as PictureWord[],
    },
  ];
}
