import { Readable } from 'node:stream';
import { documentBlobs } from '../../../src/domain/documents/document-blobs';
import { createDocumentUpkeep } from '../../../src/stores/documents/document-writes';
import { addDocument, owner } from '../../stores/documents/collections/collection-stack';
import { type ActivityStack, startActivityStack } from '../activity-stack';

const dayMs = 24 * 3_600_000;

let stack: ActivityStack;
beforeAll(async () => {
  stack = await startActivityStack();
});
afterAll(() => stack.close());

const create = async (name: string) =>
  (await stack.stores.collections.ensure(owner, name, { description: null, metadata: null })).collection;

/** A pass of the collector so many days from now. */
async function collectAfter(days: number): Promise<void> {
  const clock = () => new Date(Date.now() + days * dayMs);
  const documentUpkeep = createDocumentUpkeep({ db: stack.mongo.db, search: stack.search }, clock);
  await stack.run('collectNamespaces', { after: null }, { deps: { documentUpkeep } });
  await stack.run('removeUnseenVersions', undefined, { deps: { documentUpkeep } });
}

async function addWithFigure(collection: { _id: string }, name: string): Promise<string> {
  const documentId = await addDocument(stack.documentWrites, collection, {
    name,
    texts: [name],
    figure: true,
  });
  const key = documentBlobs(documentId).figure('fig_0_ab');
  await stack.deps.blobs.put(key, Readable.from(['png']), { contentType: 'image/png' });
  return documentId;
}

async function hasFigure(documentId: string): Promise<boolean> {
  try {
    await stack.deps.blobs.stat(documentBlobs(documentId).figure('fig_0_ab'));
    return true;
  } catch {
    return false;
  }
}

test('pictures go with the last collection that shows their document, and not before', async () => {
  const source = await create('source');
  const [removed, copied, wiped] = [
    await addWithFigure(source, 'removed'),
    await addWithFigure(source, 'copied'),
    await addWithFigure(await create('wiped'), 'wiped'),
  ];
  await stack.documentWrites.removeDocument(source._id, removed);
  await stack.stores.collections.copy(owner, { source: 'source', target: 'copy', includeGraph: true });
  await stack.stores.collections.remove(owner, 'source');
  await stack.stores.collections.remove(owner, 'wiped');
  await collectAfter(0.5);
  expect(await stack.mongo.db.collection('documents').countDocuments()).toBe(1);
  expect(await Promise.all([removed, copied, wiped].map(hasFigure))).toEqual([true, true, true]);
  await collectAfter(2);
  expect(await Promise.all([removed, copied, wiped].map(hasFigure))).toEqual([false, true, false]);
  await stack.stores.collections.remove(owner, 'copy');
  await collectAfter(0.5);
  expect(await hasFigure(copied)).toBe(true);
  await collectAfter(2);
  expect(await hasFigure(copied)).toBe(false);
  expect(await stack.mongo.db.collection('gone_documents').countDocuments()).toBe(0);
});

test('pictures of a document that was indexed again stay, whatever became of its former version', async () => {
  const collection = await create('again');
  const documentId = await addWithFigure(collection, 'a');
  await addDocument(stack.documentWrites, collection, {
    name: 'a',
    texts: ['b'],
    documentId,
    overwrite: true,
    figure: true,
  });
  await collectAfter(8);
  await collectAfter(10);
  expect(await stack.mongo.db.collection('documents').countDocuments({ documentId })).toBe(1);
  expect(await hasFigure(documentId)).toBe(true);
});
