import { Readable } from 'node:stream';
import { type BlobStore } from '../../../src/blobs';
import { type ParsedDocument, type ParsedFile } from '../../../src/parsing';

/** A parsed document whose chunks, pages and figures are in the blob store under these keys. */
export interface StoredDocument extends Omit<ParsedDocument, 'chunksPath' | 'pagesPath' | 'figures'> {
  chunksKey: string;
  pagesKey: string | null;
  /** `wordsKey` is present for pictures parsed with `pictureWords`. */
  figures: { figureId: string; key: string; wordsKey?: string }[];
}

/** Result of parsing, for the step that embeds and stores. */
export interface StoredParse {
  documents: StoredDocument[];
  /** Warnings for the owner, for a file that has to be masked before they are recorded. */
  warnings: string[];
}

const lines = { contentType: 'application/x-ndjson' };

/**
 * Moves the output of a parser below a prefix of the blob store.
 *
 * @returns key of the list of all blobs, which is written last
 */
export async function storeParsed(blobs: BlobStore, prefix: string, parsed: ParsedFile): Promise<string> {
  const documents: StoredDocument[] = [];
  for (const [index, { chunksPath, pagesPath, figures, ...facts }] of parsed.documents.entries()) {
    const at = `${prefix}${index}/`;
    const document: StoredDocument = {
      ...facts,
      chunksKey: `${at}chunks`,
      pagesKey: pagesPath === null ? null : `${at}pages`,
      figures: figures.map(({ figureId, wordsPath }) => ({
        figureId,
        key: `${at}${figureId}`,
        ...(wordsPath === undefined ? {} : { wordsKey: `${at}${figureId}.words` }),
      })),
    };
    await blobs.putFile(document.chunksKey, chunksPath, lines);
    if (pagesPath !== null) await blobs.putFile(`${at}pages`, pagesPath, lines);
    for (const { figureId, path, contentType, wordsPath } of figures) {
      await blobs.putFile(`${at}${figureId}`, path, { contentType });
      if (wordsPath !== undefined)
        await blobs.putFile(`${at}${figureId}.words`, wordsPath, { contentType: 'application/json' });
    }
    documents.push(document);
  }
  const key = `${prefix}parsed.json`;
  await blobs.put(
    key,
    readableOf(JSON.stringify({ documents, warnings: parsed.warnings } satisfies StoredParse)),
    {
      contentType: 'application/json',
    },
  );
  return key;
}

/** Reads the list that `storeParsed` has written. */
export async function readParsed(blobs: BlobStore, key: string): Promise<StoredParse> {
  const { stream } = await blobs.read(key);
  return JSON.parse(Buffer.concat((await stream.toArray()) as Buffer[]).toString('utf8')) as StoredParse;
}

function readableOf(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}
