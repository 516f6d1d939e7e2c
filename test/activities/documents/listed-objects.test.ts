import { type ActivityDeps } from '../../../activities';
import { type IndexOptions, scanTriesMax } from '../../../src/domain/documents/index-job';
import { uriIdentity } from '../../../src/domain/documents/source-identity';
import { createEmbedder } from '../../../src/models';
import { createObjectStores, type ObjectStores, objectUri } from '../../../src/object-stores';
import { fromPairs } from '../../../src/stores/documents/contents/metadata-pairs';
import { newId } from '../../../src/stores/mongo/new-id';
import { createContainer, type TestContainer, testEndpoints } from '../../object-stores/buckets';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';
import { type ObjectStoreServers, startObjectStoreServers } from '../../setup/object-store-servers';
import { type ActivityStack, attemptsOfOne, startActivityStack } from '../activity-stack';

const never = new AbortController().signal;
const environment = 'production';

let stack: ActivityStack;
let emulators: ObjectStoreServers;
let container: TestContainer;
let deps: Partial<ActivityDeps> & { objectStores: ObjectStores };
beforeAll(async () => {
  [stack, emulators] = await Promise.all([startActivityStack(), startObjectStoreServers()]);
  container = await createContainer(emulators);
  deps = {
    objectStores: createObjectStores({ allowCidrs: ['127.0.0.0/8'], endpoints: testEndpoints(emulators) }),
    embedder: createEmbedder({
      EMBEDDING_MODEL_DIR: await embeddingModelFolder(),
      EMBEDDING_THREADS: 1,
      EMBEDDING_BASE_URL: undefined,
      EMBEDDING_API_KEY: undefined,
      EMBEDDING_MODEL: undefined,
      EMBEDDING_DIMENSIONS: undefined,
    }),
  };
}, obtainTimeoutMs);
afterAll(async () => {
  await Promise.all([deps.objectStores.close(), deps.embedder!.close()]);
  await Promise.all([stack.close(), emulators.close()]);
});

/** The mark of a blob as it is now. */
async function etagOf(key: string): Promise<string> {
  const store = deps.objectStores.open(container.source);
  const { objects } = await store.list(key, { after: null, limit: 1, signal: never });
  return objects[0]!.etag!;
}

/** A running job of a sync over blobs that were listed with these marks. */
async function startJob(files: readonly { key: string; etag: string }[], options: Partial<IndexOptions>) {
  const { organizationId, stores } = stack;
  const name = `c-${newId('col_').slice(-12).toLowerCase()}`;
  const facts = { description: null, metadata: null };
  const { collection } = await stores.collections.ensure({ organizationId, environment }, name, facts);
  const jobId = newId('job_');
  await stores.indexJobs.insertPending({
    _id: jobId,
    organizationId,
    environment,
    type: 'sync_reconcile',
    syncId: 'sync_1',
    collectionId: collection._id,
    collectionName: name,
    credentials: stack.deps.sealer.seal(container.source, jobId),
    warnings: [],
    source: { kind: 'objects', objects: { family: 'azure', scope: 'bucket', bucket: 'b', path: '' } },
    options: {
      customMetadata: null,
      skipExisting: true,
      overwriteExisting: false,
      filesMax: null,
      processingType: 'basic',
      ocrLanguage: 'auto',
      transcriptionLanguage: null,
      parsingScript: null,
      includeHiddenSheets: true,
      masking: null,
      tagsSummary: false,
      ...options,
    },
    createdAt: new Date(),
  });
  await stores.indexJobs.claim(jobId);
  const listed = files.map(({ key, etag }) => {
    const uri = objectUri(container.source, key);
    const origin = { kind: 'object', key, etag } as const;
    return { uri, filename: key, identity: uriIdentity(uri), origin, skipReason: null };
  });
  await stores.jobFiles.replaceFrom(jobId, 0, listed);
  return { jobId, collection };
}

/** What the collection shows of the job's files. */
async function shown(collectionId: string) {
  const collection = (await stack.stores.collections.findById(collectionId))!;
  const { documents } = await stack.stores.documents.list(collection, { offset: 0, limit: 100 });
  return documents.map(({ filename, fileSize, source, syncId, custom }) => ({
    filename,
    fileSize,
    etag: source.etag,
    syncId,
    custom: { ...fromPairs(custom) },
  }));
}

/** Both ways of a file: together with other small ones, and by steps of its own. */
const ways: [string, (jobId: string) => Promise<void>][] = [
  [
    'together with others',
    async (jobId) => {
      await expect(stack.run('indexFiles', { jobId, files: [0] }, { deps })).resolves.toEqual({ left: [] });
    },
  ],
  [
    'by steps of its own',
    async (jobId) => {
      for (const step of ['fetchFile', 'parseFile', 'storeFile'] as const)
        await stack.run(step, { jobId, file: 0 }, { deps });
    },
  ],
];

describe.each(ways)('an object that is read %s', (_, index) => {
  test('becomes a document with the mark of its bytes and the metadata that the job maps', async () => {
    await container.put('a.txt', Buffer.from('The pump.'), 'text/plain', { Owner: 'Ada', unmapped: '1' });
    const etag = await etagOf('a.txt');
    const { jobId, collection } = await startJob([{ key: 'a.txt', etag }], {
      customMetadata: { dept: 'hr', owner: 'nobody' },
      metadataMapping: { owner: 'owner', 'x-ms-meta-absent': 'absent' },
    });
    await index(jobId);
    const custom = { dept: 'hr', owner: 'Ada' };
    const expected = { filename: 'a.txt', fileSize: 9, etag, syncId: 'sync_1', custom };
    expect(await shown(collection._id)).toEqual([expected]);
  });

  test('is read as it is now when it was changed after it was listed', async () => {
    await container.put('b.txt', Buffer.from('As it was listed.'), 'text/plain');
    const listed = await etagOf('b.txt');
    const { jobId, collection } = await startJob([{ key: 'b.txt', etag: listed }], {});
    await container.put('b.txt', Buffer.from('As it is.'), 'text/plain');
    await index(jobId);
    const now = await etagOf('b.txt');
    expect(now).not.toBe(listed);
    expect(await shown(collection._id)).toMatchObject([{ fileSize: 9, etag: now }]);
  });

  test('that was removed after it was listed fails as not found', async () => {
    await container.put('c.txt', Buffer.from('gone soon'), 'text/plain');
    const { jobId, collection } = await startJob([{ key: 'c.txt', etag: await etagOf('c.txt') }], {});
    await container.remove('c.txt');
    await index(jobId).catch(() => undefined);
    const [file] = await stack.stores.jobFiles.page(jobId, -1, 10);
    expect(file!.state === 'failed' ? file!.error : 'not_found').toBe('not_found');
    expect(await shown(collection._id)).toEqual([]);
  });

  test('keeps its document without its metadata, with a warning, where both are too large together', async () => {
    await container.put('d.txt', Buffer.from('x y z'), 'text/plain', { note: 'n'.repeat(4_000) });
    const customMetadata = { long: 'x'.repeat(63_000) };
    const options = { customMetadata, metadataMapping: { note: 'note' } };
    const { jobId, collection } = await startJob([{ key: 'd.txt', etag: await etagOf('d.txt') }], options);
    await index(jobId);
    expect(await shown(collection._id)).toMatchObject([{ custom: customMetadata }]);
    expect((await stack.stores.indexJobs.get(jobId))!.warnings).toEqual([
      expect.stringContaining('d.txt: the metadata of the object was left out'),
    ]);
  });
});

test('a listing that fails in every try fails for good; attempts that only waited do not count', async () => {
  const { jobId } = await startJob([], {});
  const objectStores: ObjectStores = {
    ...deps.objectStores,
    open: () => {
      throw new Error('out of memory');
    },
  };
  const next = attemptsOfOne();
  const failure = () =>
    stack
      .run('scanSource', { jobId }, { deps: { ...deps, objectStores }, env: next() })
      .catch((error: unknown) => error);
  for (let tries = 1; tries < scanTriesMax; tries++)
    expect(await failure()).toMatchObject({ message: 'out of memory', nonRetryable: false });
  expect(await failure()).toMatchObject({ message: 'out of memory', nonRetryable: true });
});
