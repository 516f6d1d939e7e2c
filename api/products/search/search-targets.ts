import { LRUCache } from 'lru-cache';
import { BlobNotFound } from '../../../src/blobs';
import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { type FieldTable } from '../../../src/domain/products/field-table';
import { isDeterministic } from '../../../src/domain/products/product-index';
import {
  answeringTable,
  createFilterFields,
  createSummaryReader,
  createToldNames,
  type FilterFields,
  type SearchTarget,
  seesAllRecords,
  tellsEveryName,
  visibleRecords,
  withheldFields,
} from '../../../src/product-search';
import { codedGroupField, type ProductBuildRow, tableOf } from '../../../src/stores/products/product-builds';
import { type ProductIndexRow, settingsOf } from '../../../src/stores/products/product-indexes';
import { type ApiDeps } from '../../deps';
import { RequestError } from '../../http/request-error';
import { type Caller } from '../../http/route';
import { scopeOf } from '../keys/find-caller';
import { servedBuild } from '../settings/known-records';
import { settingsOnServed } from '../settings/view-settings';

/** Gives the build that an index serves, ready to be searched by a caller; see {@link createSearchTargets}. */
export type SearchTargets = (index: ProductIndexRow, caller: Caller) => Promise<SearchTarget>;

/** Field tables that a process keeps, by the sum of their fields. */
const keptFieldsMax = 100_000;
const retryAfterSeconds = 5;

/** Parts of a target that are the same for all callers, or for all who see the same share of the records. */
interface KeptFields extends Pick<SearchTarget, 'settings' | 'table' | 'groups' | 'vectors'> {
  /** For callers who see every record, and for the others. */
  filterFields: { all: FilterFields; told: FilterFields };
  /** Names of fields for callers who see a part of the records. */
  toldNames: SearchTarget['tells'];
}

/**
 * Creates the function that finds what searches of an index ask. Field tables are kept, by build and version
 * of the settings, so that a process needs one such function.
 *
 * @throws RequestError `INDEX_NOT_READY`; SearchRefused `ACCESS_DENIED`; BlobNotFound when the build has just been replaced
 */
export function createSearchTargets(deps: Pick<ApiDeps, 'stores' | 'blobs'>): SearchTargets {
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

  return async (index, caller) => {
    const { served, holder, settingsVersion, idField } = index;
    if (served === null)
      throw new RequestError<ProductErrorCode>(
        'INDEX_NOT_READY',
        holder?.type === 'index.build' ? { retryAfterSeconds } : {},
      );
    const { buildId, physical } = served;
    const key = `${buildId}:${settingsVersion}`;
    let fields = kept.get(key);
    if (fields === undefined) {
      const build = await deps.stores.productBuilds.get(buildId);
      if (build === null) throw new BlobNotFound(buildId);
      const table = await tableFor(index, build);
      const settings = settingsOf(index);
      const toldNames = createToldNames(settings, idField);
      fields = {
        settings,
        table,
        filterFields: {
          all: createFilterFields(table, settings),
          told: createFilterFields(table, settings, toldNames),
        },
        toldNames,
        groups: groupsOf(build),
        vectors: build.vectors ?? null,
      };
      kept.set(key, fields);
    }
    const { settings, table, groups, vectors, toldNames } = fields;
    const scope = scopeOf(caller);
    const seesAll = seesAllRecords(scope, settings);
    const filterFields = fields.filterFields[seesAll ? 'all' : 'told'];
    return {
      buildId,
      physical,
      settings,
      table,
      groups,
      vectors,
      organizationId: index.organizationId,
      filterFields,
      visible: visibleRecords(scope, { settings, filterFields }),
      withheld: withheldFields(scope, settings),
      tells: seesAll ? tellsEveryName : toldNames,
      isDeterministic: isDeterministic(settings, served),
    };
  };
}

function groupsOf(build: ProductBuildRow): SearchTarget['groups'] {
  const { groupField: field = null } = build;
  return field === null ? null : { field, isCoded: codedGroupField(build) === field };
}
