import { randomBytes } from 'node:crypto';
import { type Db } from 'mongodb';
import { ID_PREFIX } from '../../src/domain/platform/ids';
import { type Tenant } from '../../src/domain/platform/tenancy';
import { type Stores } from '../../src/stores';
import { type ChunkRow, chunkRowId } from '../../src/stores/documents/contents/chunks';
import { type CollectionRow } from '../../src/stores/documents/contents/collections';
import { type DocumentRow } from '../../src/stores/documents/contents/documents';
import { type NamespaceRow } from '../../src/stores/documents/contents/namespaces';
import { type DocumentWrites, type NewChunk } from '../../src/stores/documents/document-writes';
import { indexedChunk, type SearchIndex } from '../../src/stores/documents/search-index';
import { sharedIndexOf, sharedNamespace } from '../../src/stores/documents/search-index/namespace-alias';
import { newId } from '../../src/stores/mongo/new-id';
import { createDice } from '../generate/dice';
import { benchChunk, writeDocument } from '../service/write-document';

const chunksPerCollection = 10;
const dimensions = 384;
const wordsPerChunk = 60;
const vocabulary = 20_000;

/** Word that stands in one chunk of each collection. */
export const askedWord = 'needle';

/** A chunk of words of a vocabulary, the frequent ones more often. */
function chunkOf(collection: number, place: number): NewChunk {
  const dice = createDice(collection * chunksPerCollection + place);
  const word = () => `word${Math.floor(vocabulary * dice.fraction() ** 3)}`;
  const words = Array.from({ length: wordsPerChunk }, word).join(' ');
  const text = place === 0 ? `${askedWord} ${words}` : words;
  return benchChunk(
    text,
    wordsPerChunk,
    Array.from({ length: dimensions }, () => dice.fraction() - 0.5),
  );
}

/** Writes one document of ten chunks into a collection, as an indexing job does. */
export async function fillOne(writes: DocumentWrites, collectionId: string, number: number): Promise<void> {
  const chunks = Array.from({ length: chunksPerCollection }, (_, place) => chunkOf(number, place));
  await writeDocument(writes, collectionId, { name: 'file.txt', chunks });
}

/**
 * Adds collections in bulk: the rows of one that the stores have written, under other ids and with other texts,
 * which is the state that single writes leave.
 */
export async function fillMany(
  { db, stores, writes, search }: { db: Db; stores: Stores; writes: DocumentWrites; search: SearchIndex },
  tenant: Tenant,
  { from, count }: { from: number; count: number },
): Promise<void> {
  const facts = { description: null, metadata: null };
  const { collection } = await stores.collections.ensure(tenant, `many-${from}`, facts);
  await fillOne(writes, collection._id, from);
  const model = (await stores.collections.findById(collection._id))!;
  const { namespace } = model.layers[0]!;
  const document = (await db.collection<DocumentRow>('documents').findOne({ namespace }))!;
  const chunks = await db.collection<ChunkRow>('chunks').find({ versionId: document._id }).toArray();
  const registered = (await db.collection<NamespaceRow>('namespaces').findOne({ _id: namespace }))!;
  const made = Array.from({ length: count - 1 }, (_, i) => {
    const number = from + 1 + i;
    const own = newId(ID_PREFIX.namespace);
    const sharedIndex = sharedIndexOf(namespace);
    const lies = sharedIndex === null ? own : sharedNamespace(own, sharedIndex);
    const version = { ...document, _id: `${ID_PREFIX.documentVersion}${randomBytes(13).toString('hex')}` };
    const row = { ...version, namespace: lies, documentId: newId(ID_PREFIX.document) };
    const texts = chunks.map((chunk) => ({
      row: {
        ...chunk,
        _id: chunkRowId(row._id, chunk.index),
        versionId: row._id,
        text: chunkOf(number, chunk.index).text,
      },
      vector: chunkOf(number, chunk.index).vector,
    }));
    const shown: CollectionRow = {
      ...model,
      _id: newId(ID_PREFIX.collection),
      name: `many-${number}`,
      layers: [{ ...model.layers[0]!, namespace: lies }],
    };
    return { namespace: { ...registered, _id: lies }, row, texts, shown };
  });
  await db.collection<NamespaceRow>('namespaces').insertMany(made.map((one) => one.namespace));
  await db.collection<CollectionRow>('collections').insertMany(made.map(({ shown }) => shown));
  await db.collection<DocumentRow>('documents').insertMany(made.map(({ row }) => row));
  await db
    .collection<ChunkRow>('chunks')
    .insertMany(made.flatMap(({ texts }) => texts.map((one) => one.row)));
  const rows = made.flatMap(({ row, texts }) =>
    texts.map((one) => ({ id: one.row._id, row: indexedChunk(row, one.row, one.vector) })),
  );
  await search.write(namespace, rows);
}
