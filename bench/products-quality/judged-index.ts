import { type Client } from '@elastic/elasticsearch';
import { columnKind } from '../../src/domain/products/field-table';
import { everyField, everyNameVisible } from '../../src/domain/products/shown-fields';
import { type Embedder } from '../../src/models';
import {
  addRecord,
  collectWords,
  createDocumentWriter,
  createFilterFields,
  createSummary,
  declaredFields,
  inferFieldTable,
  type SearchTarget,
  type WordLists,
  wordListOf,
} from '../../src/product-search';
import { createPhysicalIndexes } from '../../src/stores/products/physical-index';
import { vectorsOf } from '../quality/set-vectors';
import { type JudgedProduct } from './judged-set';

/** Benches that run at the same time do not share it. */
const physical = `bench-products-quality-${process.pid}`;

/** An index of judged products, and its words. */
export interface JudgedIndex {
  target: SearchTarget;
  wordLists: Pick<WordLists, 'of'>;
}

/** Removes the index that `buildJudged` makes. */
export async function dropJudged(elasticsearch: Client): Promise<void> {
  await createPhysicalIndexes(elasticsearch).drop(physical);
}

/** Writes products into a physical index as a build does, with vectors of their titles. */
export async function buildJudged(
  elasticsearch: Client,
  embedder: Embedder | null,
  products: readonly JudgedProduct[],
  signal: AbortSignal,
): Promise<JudgedIndex> {
  const indexes = createPhysicalIndexes(elasticsearch);
  const summary = createSummary(declaredFields({}));
  for (const product of products) addRecord(summary, product);
  const { table } = inferFieldTable(summary, { settings: {}, idField: 'id' });
  const columns = table.fields.flatMap(({ column, type }) => {
    const kind = columnKind(type);
    return column === null || kind === null ? [] : [[column, kind] as const];
  });
  const titles = products.map(({ title }) => title);
  const vectors = embedder === null ? null : await vectorsOf(embedder, titles, 'document', signal);
  await indexes.drop(physical);
  await indexes.create(physical, Object.fromEntries(columns), embedder?.dimensions ?? null);
  const write = createDocumentWriter(table, {});
  const collected = collectWords();
  const documents = products.map((product, place) => {
    const { body, words } = write({ recordId: product.id, text: JSON.stringify(product) });
    collected.add(words);
    const vector = vectors?.[place] ?? null;
    return { id: product.id, version: place + 1, body: body({ group: null, vector }) };
  });
  await indexes.write(physical, documents);
  await indexes.refresh(physical);
  const space = embedder === null ? null : { model: embedder.id, dimensions: embedder.dimensions };
  const filterFields = createFilterFields(table, {});
  const lists = [wordListOf(collected.tokens)];
  const target: SearchTarget = {
    buildId: physical,
    physical,
    indexId: 'bench',
    wordsVersion: 0,
    organizationId: 'bench',
    settings: {},
    table,
    filterFields,
    groups: null,
    visible: [],
    shown: everyField,
    members: everyField,
    isVisibleName: everyNameVisible,
    vectors: space,
    isDeterministic: true,
  };
  return { target, wordLists: { of: () => Promise.resolve(lists) } };
}
