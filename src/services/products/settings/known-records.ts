import { parseRecord } from '../../../domain/products/raw-object';
import { type FieldTable } from '../../../domain/products/field-table';
import { foldRecord } from '../../../domain/products/fold';
import { type LogView, nextView } from '../../../domain/products/record-log';
import { BlobNotFound } from '../../../blobs';
import {
  addRecord,
  createSummary,
  declaredFields,
  mergeSummaries,
  readSummary,
  type RecordSummary,
  TooManyFields,
} from '../../../product-search';
import { tableOf } from '../../../stores/products/product-builds';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';

/** The build that is served, with what it was made from. */
export interface ServedBuild {
  buildId: string;
  builtAt: number;
  table: FieldTable;
  summary: RecordSummary;
}

/** Bounds of what is read of the records that no build has taken. */
const unbuiltRecordsMax = 5_000;
const unbuiltCharsMax = 16 * 1024 * 1024;
const recordsPerPage = 1_000;
/** Live writes since the served build whose records are read, the last ones. */
const liveWritesMax = 2_500;
const changedRecordsPerRead = 50;

/** Knowledge of the records of an index. */
export interface KnownRecords {
  /** Summary of the states of records that were read. */
  summary: RecordSummary;
  /** Number of records, whether read or not. */
  total: number;
}

/**
 * The build that an index serves; null without one.
 *
 * @throws BlobNotFound when another build has taken its place meanwhile
 */
export async function servedBuild(
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

/**
 * The records of an index as far as they are known without reading too many of them: those of the served build,
 * as it took them, and up to 5,000 that were written since, less where they are long: those of the last 2,500
 * live writes, then staged ones, the last uploads first. A record that was changed since counts in both of its
 * states. Null when there are none.
 */
export async function knownRecords(
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
