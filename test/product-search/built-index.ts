import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { columnKind } from '../../src/domain/products/field-table';
import { type ObjectSettings } from '../../src/domain/products/settings';
import { everyField, everyNameVisible } from '../../src/domain/products/shown-fields';
import {
  addRecord,
  collectWords,
  createDocumentWriter,
  createFilterFields,
  createSummary,
  declaredFields,
  defaultGroupField,
  inferFieldTable,
  type SearchTarget,
  type WordLists,
  wordListOf,
} from '../../src/product-search';
import { createPhysicalIndexes, type PhysicalIndexes } from '../../src/stores/products/physical-index';
import { servers } from '../setup/servers';

/** Physical indexes of records, made without a build's run. */
export interface BuiltIndexes {
  physicalIndexes: PhysicalIndexes;
  elasticsearch: Client;
  /** Words of the indexes that were made. */
  wordLists: Pick<WordLists, 'of'>;
  /** Makes the index that a build of the records would serve; each record has an `id`. */
  build(
    records: readonly object[],
    settings?: ObjectSettings,
    vectorOf?: (record: object) => Float32Array,
  ): Promise<SearchTarget>;
  close(): Promise<void>;
}

export function startBuiltIndexes(): BuiltIndexes {
  const elasticsearch = new Client({ node: servers().elasticsearchUrl });
  const physicalIndexes = createPhysicalIndexes(elasticsearch);
  const made: string[] = [];
  const lists = new Map<string, ReturnType<typeof wordListOf>>();

  return {
    physicalIndexes,
    elasticsearch,
    wordLists: { of: async ({ buildId }) => Promise.resolve([lists.get(buildId)!]) },
    async build(records, settings = {}, vectorOf) {
      const summary = createSummary(declaredFields(settings));
      for (const record of records) addRecord(summary, record);
      const { table } = inferFieldTable(summary, { settings, idField: 'id' });
      const physical = `built-${randomBytes(6).toString('hex')}`;
      made.push(physical);
      const columns = table.fields.flatMap(({ column, type }) => (column === null ? [] : [[column, columnKind(type)!] as const])); // prettier-ignore
      const dimensions = vectorOf?.(records[0]!).length ?? null;
      await physicalIndexes.create(physical, Object.fromEntries(columns), dimensions);
      const write = createDocumentWriter(table, settings);
      const groups = new Map<string, number>();
      const collected = collectWords();
      const documents = records.map((record, place) => {
        const id = String((record as { id: unknown }).id);
        const { groupKey, body, words } = write({ recordId: id, text: JSON.stringify(record) });
        collected.add(words);
        const vector = vectorOf?.(record) ?? null;
        if (groupKey === null) return { id, version: place + 1, body: body({ group: null, vector }) };
        const group = groups.get(groupKey) ?? groups.size;
        groups.set(groupKey, group);
        return { id, version: place + 1, body: body({ group, vector }) };
      });
      lists.set(physical, wordListOf(collected.tokens));
      await physicalIndexes.write(physical, documents);
      await physicalIndexes.refresh(physical);
      const filterFields = createFilterFields(table, settings);
      const groupField = defaultGroupField(table, settings);
      return {
        buildId: physical,
        physical,
        indexId: 'idx_test',
        wordsVersion: 0,
        settings,
        table,
        filterFields,
        groups: groupField === null ? null : { field: groupField.path.join('.'), isCoded: true },
        visible: [],
        shown: everyField,
        members: everyField,
        isVisibleName: everyNameVisible,
        vectors: dimensions === null ? null : { model: 'stand-in', dimensions },
        organizationId: 'org_test',
        isDeterministic: true,
      };
    },
    async close() {
      for (const physical of made) await physicalIndexes.drop(physical);
      await elasticsearch.close();
    },
  };
}
