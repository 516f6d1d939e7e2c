import { type Readable } from 'node:stream';
import { BlobNotFound } from '../../../src/blobs';
import { noMetrics } from '../../../src/metrics';
import {
  createSummary,
  inferFieldTable,
  addRecord,
  createWordLists,
  declaredFields,
} from '../../../src/product-search';
import { keepRangeWords, keepWordList } from '../../../src/product-search/word-list/build-word-list';
import { isListed } from '../../../src/product-search/word-list/resolve-word';
import { tokenFields } from '../../../src/product-search/word-list/word-list';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ProductBuildRow } from '../../../src/stores/products/product-builds';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { readBytes } from '../../../src/streams/bounded-read';

const { tolerant, exact } = tokenFields;
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
    async read(key: string) {
      reads++;
      const bytes = held.get(key);
      if (bytes === undefined) throw new BlobNotFound(key);
      async function* stream() {
        yield await Promise.resolve(bytes!);
      }
      return Promise.resolve({
        stream: stream() as unknown as Readable,
        byteSize: bytes.length,
        contentType: '',
      });
    },
  };
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
  await keepRangeWords(blobs, build, 0, new Map([['grey', tolerant]]), signal);
  await keepRangeWords(blobs, build, 1, new Map([['grey', exact], ['lamp', exact]]), signal); // prettier-ignore
  await keepWordList(deps, row, 2, signal);
  const wordLists = createWordLists(deps, manyBytes);
  const before = blobs.reads();
  const answers = await Promise.all(Array.from({ length: 5 }, () => wordLists.of(build, 0, signal)));
  for (const lists of answers) {
    expect(isListed(lists, 'grey', tolerant | exact)).toBe(true);
    expect(isListed(lists, 'lamp', exact)).toBe(true);
    expect(isListed(lists, 'lamp', tolerant)).toBe(false);
  }
  expect(blobs.reads() - before).toBe(1);
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
