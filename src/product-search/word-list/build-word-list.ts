import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BlobNotFound, type BlobStore } from '../../blobs';
import { type ProductBuildRow, settingsOfBuild, tableOf } from '../../stores/products/product-builds';
import { type createRecordPages } from '../../stores/products/record-pages';
import { readBytes } from '../../streams/bounded-read';
import { createDocumentWriter } from '../build/document';
import { type ListedWords, listWords } from './collect-words';
import { mergeTokens } from './merge-tokens';
import { cursorOfPieces, type ReadPiece, type TokenCursor } from './token-cursor';
import { decodeWordList } from './word-list-codec';
import { type WordList } from './word-list';

/** A build, as far as its word list needs it. */
export interface ListedBuild {
  indexId: string;
  buildId: string;
}

/** More than the tokens of ten million records take. */
const listBytesMax = 1024 * 1024 * 1024;
const contentType = 'application/octet-stream';
/** Records of one read. */
const recordsPerRead = 1_000;
/** Records that are cut into words before other work of the process gets its turn. */
const recordsPerTurn = 50;
/** Bytes of all ranges of a build that are in memory while their lists are merged. */
const mergedBytesMax = 32 * 1024 * 1024;
const readsAtOnce = 16;
const pieceBytes = { least: 16 * 1024, most: 1024 * 1024 };

const listKey = ({ indexId, buildId }: ListedBuild) => `products/${indexId}/${buildId}/words`;
const rangeKey = (build: ListedBuild, range: number) => `${listKey(build)}-${range}`;

type WriteBlobs = Pick<BlobStore, 'delete' | 'put'>;
type ReadBlobs = Pick<BlobStore, 'read' | 'stat'>;
interface RemakeDeps {
  blobs: Pick<BlobStore, 'put' | 'read'>;
  recordPages: Pick<ReturnType<typeof createRecordPages>, 'page'>;
}

/** Keeps the words of a range of the records of a build. */
export async function keepRangeWords(
  blobs: Pick<BlobStore, 'put'>,
  build: ListedBuild,
  range: number,
  words: ListedWords,
  signal: AbortSignal,
): Promise<void> {
  await putList(blobs, rangeKey(build, range), words.list(), signal);
}

/**
 * Makes the word list of a build from those of its ranges, and removes these. Where one is missing, the list
 * that there is stays, since ranges go only when it is complete; without one it is made from the records. May
 * be repeated.
 */
export async function keepWordList(
  deps: RemakeDeps & { blobs: ReadBlobs & WriteBlobs },
  row: ProductBuildRow,
  ranges: number,
  signal: AbortSignal,
): Promise<void> {
  const { blobs } = deps;
  const build = { indexId: row.indexId, buildId: row._id };
  const keys = Array.from({ length: ranges }, (_, range) => rangeKey(build, range));
  const cursors = await openCursors(blobs, keys);
  if (cursors !== null) await putList(blobs, listKey(build), mergeTokens(cursors), signal);
  else if (!(await hasBlob(blobs, listKey(build)))) await remakeWordList(deps, row);
  signal.throwIfAborted();
  await blobs.delete(keys);
}

/** Cursors of encoded lists, which share the memory that a merge may take; null where a list is missing. */
async function openCursors(
  blobs: Pick<BlobStore, 'read'>,
  keys: readonly string[],
): Promise<TokenCursor[] | null> {
  const share = Math.floor(mergedBytesMax / keys.length);
  const bytes = Math.max(pieceBytes.least, Math.min(pieceBytes.most, share));
  const cursors = keys.map((key) => cursorOfPieces(piecesOf(blobs, key, bytes)));
  try {
    for (let from = 0; from < cursors.length; from += readsAtOnce)
      await Promise.all(cursors.slice(from, from + readsAtOnce).map((cursor) => cursor.refill()));
  } catch (error) {
    if (error instanceof BlobNotFound) return null;
    throw error;
  }
  return cursors;
}

async function hasBlob(blobs: Pick<BlobStore, 'stat'>, key: string): Promise<boolean> {
  try {
    await blobs.stat(key);
    return true;
  } catch (error) {
    if (error instanceof BlobNotFound) return false;
    throw error;
  }
}

/** Reads a blob in pieces of so many bytes, each by a read of its own: none stays open for long. */
function piecesOf(blobs: Pick<BlobStore, 'read'>, key: string, bytes: number): ReadPiece {
  let start = 0;
  let size = Infinity;
  return async () => {
    if (start >= size) return null;
    const { stream, byteSize } = await blobs.read(key, { start, end: start + bytes - 1 });
    const piece = await readBytes(stream, bytes);
    if (piece === null) throw new RangeError(`The store answers more of ${key} than was asked for.`);
    size = byteSize;
    start += piece.length;
    return piece;
  };
}

/** The word list of a build. @throws BlobNotFound where it is missing */
export async function readWordList(blobs: Pick<BlobStore, 'read'>, build: ListedBuild): Promise<WordList> {
  const key = listKey(build);
  const { stream } = await blobs.read(key);
  const bytes = await readBytes(stream, listBytesMax);
  if (bytes === null) throw new BlobNotFound(key);
  return decodeWordList(bytes);
}

/**
 * Makes the word list of a build again, from its records, where the blob is missing; it takes about as long
 * as to cut all of their words.
 *
 * @throws BlobNotFound for a build that is gone
 */
export async function remakeWordList(
  { blobs, recordPages }: RemakeDeps,
  row: ProductBuildRow,
): Promise<WordList> {
  const { _id: buildId, indexId, view } = row;
  const build = { indexId, buildId };
  const table = tableOf(row);
  if (table === null) throw new BlobNotFound(listKey(build));
  const write = createDocumentWriter(table, settingsOfBuild(row));
  const words = listWords();
  for (let after: string | null = null; ;) {
    const bounds = { after, through: null, limit: recordsPerRead };
    const { items, next } = await recordPages.page(indexId, bounds, view);
    for (const [place, record] of items.entries()) {
      words.add(write(record).words);
      if (place % recordsPerTurn === 0) await nextTurn();
    }
    if (next === null) break;
    after = next;
  }
  await putList(blobs, listKey(build), words.list());
  return readWordList(blobs, build);
}

async function putList(
  blobs: Pick<BlobStore, 'put'>,
  key: string,
  pieces: AsyncGenerator<Buffer>,
  signal?: AbortSignal,
): Promise<void> {
  await blobs.put(key, Readable.from(pieces), { contentType, ...(signal === undefined ? {} : { signal }) });
}
