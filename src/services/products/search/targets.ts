import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BlobNotFound } from '../../../blobs';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { type FieldTable } from '../../../domain/products/field-table';
import { isDeterministic } from '../../../domain/products/product-index';
import {
  createShownFields,
  everyField,
  type FieldBound,
  fieldBoundsOf,
  type ShownFields,
} from '../../../domain/products/shown-fields';
import {
  answeringTable,
  createFilterFields,
  createSummaryReader,
  createToldNames,
  type FilterFields,
  memberFields,
  type SearchTarget,
  seesAllRecords,
  shownTable,
  tellsEveryName,
  visibleRecords,
} from '../../../product-search';
import { codedGroupField, type ProductBuildRow, tableOf } from '../../../stores/products/product-builds';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { scopeOf } from '../../../domain/products/key-scope';
import { servedBuild } from '../settings/known-records';
import { settingsOnServed } from '../settings/read';

/** What searches of indexes ask. */
export interface SearchTargets {
  /**
   * The build that an index serves, ready to be searched by a caller.
   *
   * @throws Refusal `INDEX_NOT_READY`; SearchRefused `ACCESS_DENIED`; BlobNotFound when the build has just been replaced
   */
  of(index: ProductIndexRow, caller: Caller): Promise<SearchTarget>;
}

/** Field tables that a process keeps, by the sum of their fields. */
const keptFieldsMax = 100_000;
const retryAfterSeconds = 5;

/**
 * Parts of a target that are the same for all callers, or for all who see the same share of records and
 * fields.
 */
interface KeptFields extends Pick<SearchTarget, 'settings' | 'table' | 'groups' | 'vectors'> {
  /** For callers who see every record, and for the others. */
  filterFields: { all: FilterFields; told: FilterFields };
  /** Names of fields for callers who see a part of the records. */
  toldNames: SearchTarget['tells'];
}

/**
 * Makes what finds the targets of searches. Field tables are kept, by build and version of the settings, so that
 * a process needs one.
 */
export function createSearchTargets(deps: Pick<ServiceDeps, 'stores' | 'blobs'>): SearchTargets {
  const readSummary = createSummaryReader(deps.blobs);
  const kept = new LRUCache<string, KeptFields>({
    maxSize: keptFieldsMax,
    sizeCalculation: ({ table }) => table.fields.length + 1,
  });

  async function tableFor(index: ProductIndexRow, build: ProductBuildRow): Promise<FieldTable> {
    const table = tableOf(build);
    if (table === null) throw new BlobNotFound(build._id);
    if (build.settingsVersion === index.settingsVersion) return table;
    const served = await servedBuild({ stores: deps.stores, readSummary }, index);
    return served === null ? table : answeringTable(table, settingsOnServed(index, served).wanted);
  }

  /** The parts for all who see every field. */
  async function wholeFields(index: ProductIndexRow, buildId: string, key: string): Promise<KeptFields> {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const build = await deps.stores.productBuilds.get(buildId);
    if (build === null) throw new BlobNotFound(buildId);
    const table = await tableFor(index, build);
    const settings = settingsOf(index);
    const parts = { settings, table, groups: groupsOf(build), vectors: build.vectors ?? null };
    const fields = withFilterFields(parts, createToldNames(settings, index.idField));
    kept.set(key, fields);
    return fields;
  }

  function shownParts(whole: KeptFields, shown: ShownFields, key: string): KeptFields {
    if (shown === everyField) return whole;
    const known = kept.get(key) ?? shownFields(whole, shown);
    kept.set(key, known);
    return known;
  }

  return {
    async of(index, caller) {
      const { served, holder, settingsVersion } = index;
      if (served === null)
        throw new Refusal<ProductErrorCode>(
          'INDEX_NOT_READY',
          holder?.type === 'index.build' ? { retryAfterSeconds } : {},
        );
      const { buildId, physical } = served;
      const scope = scopeOf(caller);
      const key = `${buildId}:${settingsVersion}`;
      const whole = await wholeFields(index, buildId, key);
      const bounds = fieldBoundsOf(scope.chain);
      const shown = createShownFields(bounds);
      const fields = shownParts(whole, shown, `${key}:${hashOf(bounds)}`);
      const { settings, table, groups, vectors, toldNames } = fields;
      const seesAll = seesAllRecords(scope, settings);
      return {
        buildId,
        physical,
        settings,
        table,
        groups,
        vectors,
        organizationId: index.organizationId,
        filterFields: fields.filterFields[seesAll ? 'all' : 'told'],
        visible: visibleRecords(scope, {
          settings,
          filterFieldsOf: (within) =>
            within === everyField
              ? whole.filterFields.all
              : createFilterFields(shownTable(whole.table, within), settings),
        }),
        shown,
        members: memberFields(scope, settings),
        tells: seesAll ? tellsEveryName : toldNames,
        isDeterministic: isDeterministic(settings, served),
      };
    },
  };
}

function withFilterFields(
  parts: Omit<KeptFields, 'filterFields' | 'toldNames'>,
  toldNames: KeptFields['toldNames'],
): KeptFields {
  const { table, settings } = parts;
  return {
    ...parts,
    toldNames,
    filterFields: {
      all: createFilterFields(table, settings),
      told: createFilterFields(table, settings, toldNames),
    },
  };
}

/**
 * The same parts for keys that do not show all fields. Without its title no record is near to a query in
 * meaning.
 */
function shownFields(whole: KeptFields, shown: ShownFields): KeptFields {
  const { settings, groups, toldNames } = whole;
  const table = shownTable(whole.table, shown);
  const parts = {
    settings,
    table,
    groups: groups !== null && shown.shows(groups.field) ? groups : null,
    vectors: table.primary === null ? null : whole.vectors,
  };
  return withFilterFields(parts, (name) => shown.shows(name) && toldNames(name));
}

function hashOf(bounds: readonly FieldBound[]): string {
  return createHash('sha256').update(JSON.stringify(bounds)).digest('base64url');
}

function groupsOf(build: ProductBuildRow): SearchTarget['groups'] {
  const { groupField: field = null } = build;
  return field === null ? null : { field, isCoded: codedGroupField(build) === field };
}
