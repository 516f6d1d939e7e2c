import { type FieldTable } from '../../../domain/products/field-table';
import { type SettingsWarning } from '../../../domain/products/settings';
import {
  answeringTable,
  createSummary,
  inferFieldTable,
  type NeededRebuild,
  neededRebuild,
} from '../../../product-search';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-indexes';
import { type ProductJobRow } from '../../../stores/products/product-jobs';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';
import { BlobNotFound } from '../../../blobs';
import { findIndex } from '../indexes/find';
import { knownRecords, type ServedBuild, servedBuild } from './known-records';

export type SettingsDeps = Pick<ServiceDeps, 'blobs' | 'searchState' | 'stores'>;

/** Settings of an index, what they give and when. */
export interface SettingsView {
  index: ProductIndexRow;
  /** Fields by the settings and the records so far; null before the first record. */
  effective: FieldTable | null;
  /** Records that there are; not all of them may have been read for `effective`. */
  recordsTotal: number;
  warnings: SettingsWarning[];
  served: { buildId: string; builtAt: number; table: FieldTable } | null;
  appliesAt: string;
  /** The build under way. */
  job: ProductJobRow | null;
}

/** What settings do to a served build. */
export interface SettingsPlan {
  /** Field table that they give the records of the build. */
  wanted: FieldTable;
  /** Rebuild without which they have no full effect; null where they take effect at once. */
  needed: NeededRebuild | null;
}

/** Finds out what settings do to a served build. */
export function planSettings(
  { idField, settings }: Pick<ProductIndexRow, 'idField' | 'settings'>,
  { table, summary }: ServedBuild,
): SettingsPlan {
  const wanted = inferFieldTable(summary, { settings: settingsOf({ settings }), idField }).table;
  return { wanted, needed: neededRebuild(table, wanted) };
}

/** The fields by which the served build answers under the settings of now; null without one. */
export async function answeringTableOf(
  deps: SettingsDeps,
  index: ProductIndexRow,
): Promise<FieldTable | null> {
  const served = await servedBuild(deps, index);
  return served === null ? null : answeringTable(served.table, planSettings(index, served).wanted);
}

/** The settings of an index, what they give and when. @throws Refusal `INDEX_NOT_FOUND` */
export async function readSettings(deps: SettingsDeps, caller: Caller, name: string): Promise<SettingsView> {
  return onSettledBuild(
    deps,
    () => findIndex(deps, caller, name),
    (index, served) => viewSettings(deps, index, served),
  );
}

/**
 * Works with an index and the build that it serves. A build that is published meanwhile may take the place of
 * the one that the index named, so that a missing one is looked for once more.
 */
export async function onSettledBuild<T>(
  deps: SettingsDeps,
  find: () => Promise<ProductIndexRow>,
  work: (index: ProductIndexRow, served: ServedBuild | null) => Promise<T>,
): Promise<T> {
  const attempt = async () => {
    const index = await find();
    return { index, served: await servedBuild(deps, index) };
  };
  const found = await attempt().catch((error: unknown) => {
    if (error instanceof BlobNotFound) return attempt();
    throw error;
  });
  return work(found.index, found.served);
}

/** Looks at the settings of an index. */
export async function viewSettings(
  deps: SettingsDeps,
  index: ProductIndexRow,
  served: ServedBuild | null,
): Promise<SettingsView> {
  const [known, running] = await Promise.all([knownRecords(deps, index, served), runningBuild(deps, index)]);
  const plan = served === null ? null : planSettings(index, served);
  const { table, warnings } = inferFieldTable(known?.summary ?? createSummary(), {
    settings: settingsOf(index),
    idField: index.idField,
    isPartial: known !== null && known.summary.records < known.total,
    isIdFromCode: index.idOrigin === 'code_field',
  });
  return {
    index,
    effective: known === null ? null : table,
    recordsTotal: known?.total ?? 0,
    warnings,
    served:
      served === null || plan === null
        ? null
        : { ...served, table: answeringTable(served.table, plan.wanted) },
    appliesAt: appliesAt(running, plan !== null && plan.needed === null),
    job: running?.job ?? null,
  };
}

/** A build under way, and whether it is made with the settings of now. */
interface RunningBuild {
  job: ProductJobRow;
  takesSettings: boolean;
}

async function runningBuild(
  { stores }: SettingsDeps,
  { holder, settingsVersion }: ProductIndexRow,
): Promise<RunningBuild | null> {
  const job = holder?.type === 'index.build' ? await stores.productJobs.get(holder.jobId) : null;
  if (job?.finishedAt !== null) return null;
  if (job.isRollback || job.buildId === null) return { job, takesSettings: false };
  const build = await stores.productBuilds.get(job.buildId);
  // A build that is not planned yet takes the settings that it finds then.
  return { job, takesSettings: build === null || build.settingsVersion === settingsVersion };
}

/** Says when the settings of now take effect. */
function appliesAt(running: RunningBuild | null, isServed: boolean): string {
  if (isServed) return 'served';
  if (running === null) return 'the next build';
  return running.takesSettings
    ? `when job ${running.job._id} succeeds`
    : `the build after job ${running.job._id}`;
}
