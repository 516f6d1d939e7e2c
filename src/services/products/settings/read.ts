import { type FieldTable } from '../../../domain/products/field-table';
import { type SettingsWarning } from '../../../domain/products/settings';
import {
  addRecord,
  answeringTable,
  createSummary,
  declaredFields,
  inferFieldTable,
  mergeSummaries,
  type NeededRebuild,
  neededRebuild,
  readSummary,
  type RecordSummary,
  TooManyFields,
} from '../../../product-search';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ProductJobRow } from '../../../stores/products/product-job-kind';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';
import { BlobNotFound } from '../../../blobs';
import { findIndex } from '../indexes/find';
import { parseRecord } from '../../../domain/products/raw-object';
import { foldRecord } from '../../../domain/products/fold';
import { type LogView, nextView } from '../../../domain/products/record-log';
import { tableOf } from '../../../stores/products/product-builds';

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

/** The settings of an index, what they give and when. @throws Refusal `INDEX_NOT_FOUND` */
export async function readSettings(deps: SettingsDeps, caller: Caller, name: string): Promise<SettingsView> {
  return withServedBuild(
    deps,
    () => findIndex(deps, caller, name),
    (index, served) => viewSettings(deps, index, served),
  );
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

/** The build that is served, with what it was made from. */
export interface ServedBuild {
  buildId: string;
  builtAt: number;
  table: FieldTable;
  summary: RecordSummary;
}

/**
 * Works with an index and the build that it serves. A build that is published meanwhile may take the place of
 * the one that the index named, so that a missing one is looked for once more.
 */
export async function withServedBuild<T>(
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

/**
 * The build that an index serves; null without one.
 *
 * @throws BlobNotFound when another build has taken its place meanwhile
 */
async function servedBuild(
  { blobs, searchState: { summaries }, stores }: Pick<ServiceDeps, 'blobs' | 'searchState' | 'stores'>,
  { _id: indexId, served }: ProductIndexRow,
): Promise<ServedBuild | null> {
  if (served === null) return null;
  const { buildId, builtAt } = served;
  const row = await stores.productBuilds.get(buildId);
  const table = row === null ? null : tableOf(row);
  if (table === null) throw new BlobNotFound(buildId);
  return { buildId, builtAt, table, summary: await readSummary({ blobs, summaries }, { indexId, buildId }) };
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

/** Bounds of what is read of the records that no build has taken. */
const unbuiltRecordsMax = 5_000;
const unbuiltCharsMax = 16 * 1024 * 1024;
const recordsPerPage = 1_000;
/** Live writes since the served build whose records are read, the last ones. */
const liveWritesMax = 2_500;
const changedRecordsPerRead = 50;

/** Knowledge of the records of an index. */
interface KnownRecords {
  /** Summary of the states of records that were read. */
  summary: RecordSummary;
  /** Number of records, whether read or not. */
  total: number;
}

/**
 * The records of an index as far as they are known without reading too many of them: those of the served
 * build, as it took them, and up to 5,000 that were written since, less where they are long: those of the
 * last 2,500 live writes, then staged ones, the last uploads first. A record that was changed since counts in
 * both of its states. Null when there are none.
 */
async function knownRecords(
  deps: { stores: Pick<ServiceDeps['stores'], 'recordEntries' | 'recordPages' | 'stagedUploads'> },
  index: ProductIndexRow,
  served: ServedBuild | null,
): Promise<KnownRecords | null> {
  const summary = createSummary(declaredFields(settingsOf(index)));
  const texts = served === null ? overlayTexts(deps, index) : textsSince(deps, index, index.served!.view);
  let unbuilt = 0;
  let chars = 0;
  try {
    if (served !== null) mergeSummaries(summary, served.summary);
    for await (const text of texts) {
      addRecord(summary, parseRecord(text));
      chars += text.length;
      if (++unbuilt === unbuiltRecordsMax || chars > unbuiltCharsMax) break;
    }
  } catch (error) {
    // The fields up to the limit are shown; the next build says what is wrong.
    if (!(error instanceof TooManyFields)) throw error;
  }
  const total =
    served === null ? Math.max(summary.records, index.staged) : index.served!.records + index.staged;
  return summary.records === 0 ? null : { summary, total };
}

async function* overlayTexts(
  { stores }: Parameters<typeof knownRecords>[0],
  index: ProductIndexRow,
): AsyncGenerator<string> {
  for (let after: string | null = null; ;) {
    const bounds = { after, through: null, limit: recordsPerPage };
    const { items, next } = await stores.recordPages.page(index._id, bounds, nextView(index));
    for (const { text } of items) yield text;
    if (next === null) return;
    after = next;
  }
}

async function* textsSince(
  deps: Parameters<typeof knownRecords>[0],
  index: ProductIndexRow,
  view: LogView,
): AsyncGenerator<string> {
  yield* liveTexts(deps, index, view);
  yield* stagedTexts(deps, index, view);
}

/** Records that live writes have changed, as they are now. */
async function* liveTexts(
  { stores: { recordEntries } }: Parameters<typeof knownRecords>[0],
  index: ProductIndexRow,
  { stagedThrough, voidThrough }: LogView,
): AsyncGenerator<string> {
  const view = { stagedThrough, voidThrough: Math.max(voidThrough, index.voidThrough) };
  const ids = await recordEntries.lastChangedRecords(index._id, stagedThrough, liveWritesMax);
  for (let from = 0; from < ids.length; from += changedRecordsPerRead) {
    const part = ids.slice(from, from + changedRecordsPerRead);
    for (const entries of (await recordEntries.ofRecords(index._id, part)).values()) {
      const text = foldRecord(entries, view)?.text ?? null;
      if (text !== null) yield text;
    }
  }
}

async function* stagedTexts(
  { stores }: Parameters<typeof knownRecords>[0],
  index: ProductIndexRow,
  { stagedThrough }: LogView,
): AsyncGenerator<string> {
  const after = Math.max(stagedThrough, nextView(index).voidThrough);
  const uploads = await stores.stagedUploads.committedAfter(index._id, after);
  for (const { uploadId } of uploads.sort((a, b) => b.seq - a.seq))
    for await (const { text } of stores.recordEntries.staged(uploadId)) yield text;
}
