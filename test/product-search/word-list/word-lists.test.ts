import { type Readable } from 'node:stream';
import { BlobNotFound } from '../../../src/blobs';
import { noMetrics } from '../../../src/metrics';
import {
  createSummary,
  inferFieldTable,
  addRecord,
  createWordLists,
  declaredFields,
  type DocumentWords,
  listWords,
} from '../../../src/product-search';
import {
  keepRangeWords,
  keepWordList,
  type ListedBuild,
} from '../../../src/product-search/word-list/build-word-list';
import { type ListedWords } from '../../../src/product-search/word-list/collect-words';
import { isListed } from '../../../src/product-search/word-list/resolve-word';
import { tokenFields } from '../../../src/domain/products/token-fields';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ProductBuildRow } from '../../../src/stores/products/product-builds';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { readBytes } from '../../../src/streams/bounded-read';

const { tolerant, exact, primary, low } = tokenFields;
const { signal } = new AbortController();
const manyBytes = 1024 * 1024;

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

/** Blobs in memory that count their reads. */
function createBlobs() {
  const held = new Map<string, Buffer>();
  let reads = 0;
  return {
    held,
    reads: () => reads,
    async put(key: string, body: Readable) {
      held.set(key, (await readBytes(body, manyBytes))!);
      return { byteSize: 0, sha256: '' };
    },
    async read(key: string, range?: { start: number; end: number }) {
      reads++;
      const bytes = held.get(key);
      if (bytes === undefined) throw new BlobNotFound(key);
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
      async function* stream() {
        yield await Promise.resolve(part);
      }
      return Promise.resolve({
        stream: stream() as unknown as Readable,
        byteSize: bytes.length,
        contentType: '',
      });
    },
    async stat(key: string) {
      const bytes = held.get(key);
      if (bytes === undefined) throw new BlobNotFound(key);
      return Promise.resolve({ byteSize: bytes.length, contentType: '', etag: '' });
    },
    async delete(keys: readonly string[]) {
      for (const key of keys) held.delete(key);
      return Promise.resolve();
    },
  };
}

function listed(words: DocumentWords): ListedWords {
  const list = listWords();
  list.add(words);
  return list;
}

/** Keeps the words of two ranges. */
async function keepRanges(blobs: ReturnType<typeof createBlobs>, build: ListedBuild): Promise<void> {
  await keepRangeWords(blobs, build, 0, listed([{ text: 'grey', fields: tolerant | primary }]), signal);
  await keepRangeWords(blobs, build, 1, listed([{ text: 'grey lamp', fields: exact | low }]), signal);
}

/** A build whose index exists, with two records. */
async function newBuild() {
  const indexId = newId('idx_');
  const record = { id: '1', title: 'grey hoodie' };
  const summary = createSummary(declaredFields({}));
  addRecord(summary, record);
  const { table } = inferFieldTable(summary, { settings: {}, idField: 'id' });
  const tenant = { organizationId: newId('org_'), environment: 'production' as const };
  await database.stores.productIndexes.create({ _id: indexId, name: 'products', idField: 'id', settings: {}, ...tenant }); // prettier-ignore
  const row: ProductBuildRow = {
    ...tenant,
    _id: newId('bld_'),
    indexId,
    jobId: newId('job_'),
    physical: 'p',
    view: { stagedThrough: 0, voidThrough: 0 },
    idField: 'id',
    settings: '{}',
    settingsVersion: 1,
    rangeEnds: [],
    records: 1,
    table: JSON.stringify(table),
    createdAt: new Date(),
  };
  const blobs = createBlobs();
  const page = async () =>
    Promise.resolve({ items: [{ recordId: '1', text: JSON.stringify(record), seq: 1 }], next: null });
  const deps = {
    blobs,
    buildWords: database.stores.buildWords,
    productBuilds: { get: async () => Promise.resolve(row) },
    recordPages: { page },
    metrics: noMetrics,
  };
  return { build: { indexId, buildId: row._id }, row, blobs, deps };
}

test('the list of a build has the words of all of its ranges, and is read once for all who ask at a time', async () => {
  const { build, row, blobs, deps } = await newBuild();
  await keepRanges(blobs, build);
  await keepWordList(deps, row, 2, signal);
  const wordLists = createWordLists(deps, manyBytes);
  const before = blobs.reads();
  const answers = await Promise.all(Array.from({ length: 5 }, () => wordLists.of(build, 0, signal)));
  for (const lists of answers) {
    expect(isListed(lists, 'grey', tolerant | exact | primary | low)).toBe(true);
    expect(isListed(lists, 'lamp', exact)).toBe(true);
    expect(isListed(lists, 'lamp', primary)).toBe(false);
    expect(isListed(lists, 'lamp', tolerant)).toBe(false);
  }
  expect(blobs.reads() - before).toBe(1);
});

test('words of ranges go once the list has them, and the list stays however often it is asked for again', async () => {
  const { build, row, blobs, deps } = await newBuild();
  const key = `products/${build.indexId}/${build.buildId}/words`;
  for (const left of [[], [`${key}-1`]]) {
    await keepRanges(blobs, build);
    const ranges = left.map((name) => [name, blobs.held.get(name)!] as const);
    await keepWordList(deps, row, 2, signal);
    expect([...blobs.held.keys()]).toEqual([key]);
    const list = blobs.held.get(key)!;
    // As after a death between the list and the removal, or in the midst of it.
    for (const [name, bytes] of ranges) blobs.held.set(name, bytes);
    await keepWordList(deps, row, 2, signal);
    expect([...blobs.held]).toEqual([[key, list]]);
  }
});

test('the list of a run that is done again has the words of its own ranges', async () => {
  const { build, row, blobs, deps } = await newBuild();
  await keepRanges(blobs, build);
  await keepWordList(deps, row, 2, signal);
  await keepRangeWords(blobs, build, 0, listed([{ text: 'grey', fields: tolerant | primary }]), signal);
  await keepRangeWords(blobs, build, 1, listed([{ text: 'chair', fields: tolerant | low }]), signal);
  await keepWordList(deps, row, 2, signal);
  const lists = await createWordLists(deps, manyBytes).of(build, 0, signal);
  const found = ['grey', 'lamp', 'chair'].map((token) => isListed(lists, token, tolerant));
  expect(found).toEqual([true, false, true]);
});

test('a list that is missing is made again from the records', async () => {
  const { build, blobs, deps } = await newBuild();
  const lists = await createWordLists(deps, manyBytes).of(build, 0, signal);
  expect(isListed(lists, 'grey', tolerant)).toBe(true);
  expect([...blobs.held.keys()]).toEqual([`products/${build.indexId}/${build.buildId}/words`]);
});

test('words of a range that is missing are made again from the records', async () => {
  const { build, row, deps } = await newBuild();
  await keepWordList(deps, row, 3, signal);
  const lists = await createWordLists(deps, manyBytes).of(build, 0, signal);
  expect(isListed(lists, 'grey', tolerant)).toBe(true);
});

test('a list of a build that is gone is refused', async () => {
  const { build, deps } = await newBuild();
  const gone = { ...deps, productBuilds: { get: async () => Promise.resolve(null) } };
  await expect(createWordLists(gone, manyBytes).of(build, 0, signal)).rejects.toThrow(BlobNotFound);
});

test('a list of a version has the words that live writes have brought up to it', async () => {
  const { build, deps } = await newBuild();
  const { buildWords } = deps;
  const wordLists = createWordLists(deps, manyBytes);
  expect(isListed(await wordLists.of(build, 0, signal), 'lantern', tolerant)).toBe(false);
  const version = await buildWords.add(build, new Map([['lantern', tolerant], ['x1', exact]])); // prettier-ignore
  expect(version).toBe(1);
  expect(isListed(await wordLists.of(build, version!, signal), 'lantern', tolerant)).toBe(true);
  expect(await buildWords.add(build, new Map([['lantern', exact]]))).toBe(2);
  const lists = await wordLists.of(build, 2, signal);
  expect(isListed(lists, 'lantern', tolerant | exact)).toBe(true);
  expect(isListed(lists, 'grey', tolerant)).toBe(true);
});

test('tiers of words of live writes are kept', async () => {
  const { build, deps } = await newBuild();
  await deps.buildWords.add(build, new Map([['lantern', tolerant | low], ['shade', exact | primary]])); // prettier-ignore
  const lists = await createWordLists(deps, manyBytes).of(build, 1, signal);
  expect(['lantern', 'shade'].map((token) => isListed(lists, token, primary))).toEqual([false, true]);
  expect(['lantern', 'shade'].map((token) => isListed(lists, token, low))).toEqual([true, false]);
});

test('an answer is the same where a list has no room to be kept', async () => {
  const { build, deps } = await newBuild();
  const version = (await deps.buildWords.add(build, new Map([['lantern', tolerant]])))!;
  const wordLists = createWordLists(deps, 1);
  for (let n = 0; n < 2; n++) {
    const lists = await wordLists.of(build, version, signal);
    expect(['grey', 'lantern'].map((token) => isListed(lists, token, tolerant))).toEqual([true, true]);
  }
});

test('writes to a build that is under way know the words of writes alone', async () => {
  const { build, deps } = await newBuild();
  const version = (await deps.buildWords.add(build, new Map([['lantern', tolerant]])))!;
  const lists = await createWordLists(deps, manyBytes).ofWrites(build, version, signal);
  expect(['grey', 'lantern'].map((token) => isListed(lists, token, tolerant))).toEqual([false, true]);
});

test('words of live writes go with their build, and with the index', async () => {
  const { build, deps } = await newBuild();
  const { buildWords } = deps;
  const other = { ...build, buildId: newId('bld_') };
  for (const each of [build, other]) await buildWords.add(each, new Map([['lantern', tolerant]]));
  await buildWords.removeOf(build.buildId);
  expect(await buildWords.after(build.buildId, 0)).toEqual([]);
  expect(await buildWords.after(other.buildId, 0)).toHaveLength(1);
  await buildWords.removeOfIndex(build.indexId);
  expect(await buildWords.after(other.buildId, 0)).toEqual([]);
});

test('rows of words of live writes stay few however many writes there are, and lose no word', async () => {
  const { build, deps } = await newBuild();
  const { buildWords } = deps;
  const early = createWordLists(deps, manyBytes);
  const word = (n: number) => `word${n}`;
  for (let n = 0; n < 150; n++) {
    const words = new Map([[word(n), tolerant], ['common', n % 2 === 0 ? tolerant : exact]]); // prettier-ignore
    const version = (await buildWords.add(build, words))!;
    expect(version).toBe(n + 1);
    expect(isListed(await early.of(build, version, signal), word(n), tolerant)).toBe(true);
  }
  const rows = await buildWords.after(build.buildId, 0);
  expect(rows.length).toBeLessThanOrEqual(64);
  const late = await createWordLists(deps, manyBytes).of(build, 150, signal);
  for (const lists of [late, await early.of(build, 150, signal)]) {
    for (let n = 0; n < 150; n++) expect(isListed(lists, word(n), tolerant)).toBe(true);
    expect(isListed(lists, 'common', tolerant | exact)).toBe(true);
    expect(lists.length).toBeLessThan(8);
  }
});

test('full rows of words of live writes stay as they are, and a reader of any version finds all later words', async () => {
  const { build, deps } = await newBuild();
  const { buildWords } = deps;
  const words = (from: number, count: number) =>
    new Map(Array.from({ length: count }, (_, n) => [`w${from + n}`, exact]));
  await buildWords.add(build, words(0, 15_000));
  await buildWords.add(build, words(15_000, 30_000));
  const sizes = async (version: number) =>
    (await buildWords.after(build.buildId, version)).map(({ tokens }) => tokens.split(' ').length);
  expect(await sizes(0)).toEqual([20_000, 20_000, 5_000]);
  await buildWords.add(build, words(45_000, 10));
  expect(await sizes(0)).toEqual([20_000, 20_000, 5_000, 10]);
  expect(await sizes(2)).toEqual([10]);
});
