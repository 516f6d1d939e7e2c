import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BlobNotFound, type BlobStore } from '../../blobs';
import { type ProductBuildRow, settingsOfBuild, tableOf } from '../../stores/products/product-builds';
import { type createRecordPages } from '../../stores/products/record-pages';
import { readBytes } from '../../streams/bounded-read';
import { createDocumentWriter } from '../build/document';
import { addTokens, collectWords } from './collect-words';
import { decodeWordList, encodeWordList, tokenAt, type WordList } from './word-list';

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

const listKey = ({ indexId, buildId }: ListedBuild) => `products/${indexId}/${buildId}/words`;
const rangeKey = (build: ListedBuild, range: number) => `${listKey(build)}-${range}`;

type WriteBlobs = Pick<BlobStore, 'put'>;
type ReadBlobs = Pick<BlobStore, 'read'>;
interface RemakeDeps {
  blobs: WriteBlobs;
  recordPages: Pick<ReturnType<typeof createRecordPages>, 'page'>;
}

/** Keeps the tokens of a range of the records of a build. */
export async function keepRangeWords(
  blobs: WriteBlobs,
  build: ListedBuild,
  range: number,
  tokens: ReadonlyMap<string, number>,
  signal: AbortSignal,
): Promise<void> {
  await blobs.put(rangeKey(build, range), Readable.from([encodeWordList(tokens)]), { contentType, signal });
}

/**
 * Makes the word list of a build from those of its ranges, or from its records where one is missing. May be
 * repeated.
 */
export async function keepWordList(
  deps: RemakeDeps & { blobs: ReadBlobs },
  row: ProductBuildRow,
  ranges: number,
  signal: AbortSignal,
): Promise<void> {
  const build = { indexId: row.indexId, buildId: row._id };
  try {
    await joinRanges(deps.blobs, build, ranges, signal);
  } catch (error) {
    if (!(error instanceof BlobNotFound)) throw error;
    await remakeWordList(deps, row);
  }
}

async function joinRanges(
  blobs: ReadBlobs & WriteBlobs,
  build: ListedBuild,
  ranges: number,
  signal: AbortSignal,
): Promise<void> {
  const tokens = new Map<string, number>();
  for (let range = 0; range < ranges; range++) {
    signal.throwIfAborted();
    addTokens(tokens, tokensOf(await readList(blobs, rangeKey(build, range))));
    await nextTurn();
  }
  await keepTokens(blobs, build, tokens);
}

/** The word list of a build. @throws BlobNotFound where it is missing */
export async function readWordList(blobs: ReadBlobs, build: ListedBuild): Promise<WordList> {
  return readList(blobs, listKey(build));
}

/**
 * Makes the word list of a build again, from its records, where the blob is missing; it takes about as long
 * as to cut all of their words.
 *
 * @throws BlobNotFound for a build that is gone
 */
export async function remakeWordList(deps: RemakeDeps, row: ProductBuildRow): Promise<WordList> {
  const { _id: buildId, indexId, view } = row;
  const table = tableOf(row);
  if (table === null) throw new BlobNotFound(listKey({ indexId, buildId }));
  const write = createDocumentWriter(table, settingsOfBuild(row));
  const words = collectWords();
  for (let after: string | null = null; ;) {
    const bounds = { after, through: null, limit: recordsPerRead };
    const { items, next } = await deps.recordPages.page(indexId, bounds, view);
    for (const record of items) words.add(write(record).words);
    if (next === null) break;
    after = next;
  }
  return decodeWordList(await keepTokens(deps.blobs, { indexId, buildId }, words.tokens));
}

async function keepTokens(
  blobs: WriteBlobs,
  build: ListedBuild,
  tokens: ReadonlyMap<string, number>,
): Promise<Buffer> {
  const bytes = encodeWordList(tokens);
  await blobs.put(listKey(build), Readable.from([bytes]), { contentType });
  return bytes;
}

async function readList(blobs: ReadBlobs, key: string): Promise<WordList> {
  const { stream } = await blobs.read(key);
  const bytes = await readBytes(stream, listBytesMax);
  if (bytes === null) throw new BlobNotFound(key);
  return decodeWordList(bytes);
}

function* tokensOf(list: WordList): Generator<readonly [string, number]> {
  for (let place = 0; place < list.size; place++) yield [tokenAt(list, place), list.fields[place]!];
}
