import { type Client } from '@elastic/elasticsearch';
import { columnKind } from '../../src/domain/products/field-table';
import { everyField, everyNameVisible } from '../../src/domain/products/shown-fields';
import { type Embedder } from '../../src/models';
import {
  addRecord,
  createDocumentWriter,
  createFilterFields,
  createSummary,
  declaredFields,
  inferFieldTable,
  type SearchTarget,
} from '../../src/product-search';
import { createPhysicalIndexes } from '../../src/stores/products/physical-index';
import { vectorsOf } from '../quality/set-vectors';
import { type JudgedProduct } from './judged-set';

const physical = 'bench-products-quality';

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
): Promise<SearchTarget> {
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
  const documents = products.map((product, place) => {
    const { body } = write({ recordId: product.id, text: JSON.stringify(product) });
    const vector = vectors?.[place] ?? null;
    return { id: product.id, version: place + 1, body: body({ group: null, vector }) };
  });
  await indexes.write(physical, documents);
  await indexes.refresh(physical);
  const space = embedder === null ? null : { model: embedder.id, dimensions: embedder.dimensions };
  const filterFields = createFilterFields(table, {});
  return {
    buildId: physical,
    physical,
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
}
