import { createHash } from 'node:crypto';
import { BlobNotFound } from '../../../blobs';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { type FieldTable } from '../../../domain/products/field-table';
import { scopeOf } from '../../../domain/products/key-scope';
import { isDeterministic } from '../../../domain/products/product-index';
import {
  createShownFields,
  everyField,
  everyNameVisible,
  type FieldBound,
  fieldBoundsOf,
  type ShownFields,
  visibleFieldNames,
} from '../../../domain/products/shown-fields';
import {
  createFilterFields,
  memberFields,
  SearchRefused,
  type SearchTarget,
  seesAllRecords,
  shownTable,
  visibleRecords,
} from '../../../product-search';
import { isEngineFault, isEngineTimeout, isIndexGone } from '../../../stores/elastic/search-unavailable';
import { codedGroupField, type ProductBuildRow, tableOf } from '../../../stores/products/product-builds';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { answeringTableOf } from '../settings/read';
import { type BuildFields } from './state';

export type TargetDeps = Pick<ServiceDeps, 'blobs' | 'searchState' | 'stores'>;

const retryAfterSeconds = 5;
/** An operator has a lost build made again. */
const lostRetryAfterSeconds = 60;

/**
 * The build that an index serves, as a caller may search it: its settings and fields, and the queries, fields
 * and members by which the access of the caller narrows it.
 *
 * @throws Refusal `INDEX_NOT_READY`; SearchRefused `ACCESS_DENIED`; BlobNotFound when the build has just been
 *   replaced
 */
export async function targetOf(
  deps: TargetDeps,
  index: ProductIndexRow,
  caller: Caller,
): Promise<SearchTarget> {
  const { served } = index;
  if (served === null) throw notReady(index);
  const { buildId, physical } = served;
  const scope = scopeOf(caller);
  const bounds = fieldBoundsOf(scope.chain);
  const shown = createShownFields(bounds);
  const whole = await wholeFields(deps, index, buildId);
  const { filterFields, isVisibleName, ...fields } =
    shown === everyField ? whole : shownFields(deps, whole, { index, buildId, bounds, shown });
  const { settings } = fields;
  const seesAll = seesAllRecords(scope, settings);
  return {
    ...fields,
    buildId,
    physical,
    indexId: index._id,
    wordsVersion: index.wordsVersion ?? 0,
    organizationId: index.organizationId,
    filterFields: seesAll ? filterFields.ofAll : filterFields.ofSome,
    visible: visibleRecords(scope, {
      settings,
      filterFieldsOf: (within) =>
        within === everyField
          ? whole.filterFields.ofAll
          : createFilterFields(shownTable(whole.table, within), settings),
    }),
    shown,
    members: memberFields(scope, settings),
    isVisibleName: seesAll ? everyNameVisible : isVisibleName,
    isDeterministic: isDeterministic(settings, served),
  };
}

function notReady({ holder }: ProductIndexRow): Refusal<ProductErrorCode> {
  const isBuilding = holder?.type === 'index.build';
  return new Refusal<ProductErrorCode>('INDEX_NOT_READY', isBuilding ? { retryAfterSeconds } : {});
}

const fieldsKey = (buildId: string, { settingsVersion }: ProductIndexRow) => `${buildId}:${settingsVersion}`;

/** The fields of a build for callers who see all of them. */
async function wholeFields(deps: TargetDeps, index: ProductIndexRow, buildId: string): Promise<BuildFields> {
  const { buildFields } = deps.searchState;
  const key = fieldsKey(buildId, index);
  const known = buildFields.get(key);
  if (known !== undefined) return known;
  const build = await deps.stores.productBuilds.get(buildId);
  if (build === null) throw new BlobNotFound(buildId);
  const settings = settingsOf(index);
  const fields = withFilterFields({
    settings,
    table: await tableFor(deps, index, build),
    groups: groupsOf(build),
    vectors: build.vectors ?? null,
    isVisibleName: visibleFieldNames(settings, index.idField),
  });
  buildFields.set(key, fields);
  return fields;
}

/** The table of a build under the settings that its index has by now. */
async function tableFor(
  deps: TargetDeps,
  index: ProductIndexRow,
  build: ProductBuildRow,
): Promise<FieldTable> {
  const table = tableOf(build);
  if (table === null) throw new BlobNotFound(build._id);
  if (build.settingsVersion === index.settingsVersion) return table;
  return (await answeringTableOf(deps, index)) ?? table;
}

/**
 * The fields of a build for keys that do not show all of them. Without its title no record is near to a query
 * in meaning.
 */
function shownFields(
  { searchState: { buildFields } }: TargetDeps,
  whole: BuildFields,
  {
    index,
    buildId,
    bounds,
    shown,
  }: { index: ProductIndexRow; buildId: string; bounds: readonly FieldBound[]; shown: ShownFields },
): BuildFields {
  const key = `${fieldsKey(buildId, index)}:${hashOf(bounds)}`;
  const known = buildFields.get(key);
  if (known !== undefined) return known;
  const { settings, groups, isVisibleName } = whole;
  const table = shownTable(whole.table, shown);
  const fields = withFilterFields({
    settings,
    table,
    groups: groups !== null && shown.shows(groups.field) ? groups : null,
    vectors: table.primary === null ? null : whole.vectors,
    isVisibleName: (name) => shown.shows(name) && isVisibleName(name),
  });
  buildFields.set(key, fields);
  return fields;
}

function withFilterFields(parts: Omit<BuildFields, 'filterFields'>): BuildFields {
  const { table, settings, isVisibleName } = parts;
  return {
    ...parts,
    filterFields: {
      ofAll: createFilterFields(table, settings),
      ofSome: createFilterFields(table, settings, isVisibleName),
    },
  };
}

function hashOf(bounds: readonly FieldBound[]): string {
  return createHash('sha256').update(JSON.stringify(bounds)).digest('base64url');
}

function groupsOf(build: ProductBuildRow): SearchTarget['groups'] {
  const { groupField: field = null } = build;
  return field === null ? null : { field, isCoded: codedGroupField(build) === field };
}

/**
 * Runs a search again when the build that it asks has just been replaced, and turns what fails into refusals.
 *
 * @throws Refusal the code of a `SearchRefused`, `UNAVAILABLE` for a lost build, `UPSTREAM_TIMEOUT`,
 *   `UPSTREAM_ERROR`; an engine that cannot be reached stays an error for which `isSearchUnavailable` holds
 */
export async function withEngineFailures<T>(search: () => Promise<T>): Promise<T> {
  try {
    return await search().catch((error: unknown) => {
      if (isIndexGone(error) || error instanceof BlobNotFound) return search();
      throw error;
    });
  } catch (error) {
    if (error instanceof SearchRefused) {
      const { code, message, details, retryAfterSeconds: seconds } = error;
      const retry = seconds === undefined ? {} : { retryAfterSeconds: seconds };
      throw new Refusal<ProductErrorCode>(code, { message, details, ...retry });
    }
    if (isIndexGone(error)) throw indexLost(error);
    if (isEngineTimeout(error)) throw new Refusal<ProductErrorCode>('UPSTREAM_TIMEOUT', { cause: error });
    if (isEngineFault(error)) throw new Refusal<ProductErrorCode>('UPSTREAM_ERROR', { cause: error });
    throw error;
  }
}

function indexLost(cause: unknown): Refusal<ProductErrorCode> {
  return new Refusal<ProductErrorCode>('UNAVAILABLE', {
    message: 'The search engine has lost the index: it has to be built again.',
    retryAfterSeconds: lostRetryAfterSeconds,
    cause,
  });
}
