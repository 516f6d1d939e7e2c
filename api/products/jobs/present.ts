import { type Caller } from '../../../src/domain/platform/caller';
import { seesValuesOf } from '../../../src/services/products/jobs/read';
import { type ApiDeps } from '../../deps';
import { type JobStage } from '../../../src/domain/products/product-job';
import { type ProductJobResult, type ProductJobRow } from '../../../src/stores/products/product-job-kind';
import { type JobResource } from './schema';

const msOf = (time: Date | null): number | null => time?.getTime() ?? null;

/** Parts of a job that a caller may see. */
interface JobSight {
  /** Examples of values; they may come from any record of the index. */
  withValues: boolean;
}

/** Builds the resource of a job; by default without examples of values, which a new job does not have. */
export function presentJob(
  job: ProductJobRow,
  { withValues }: JobSight = { withValues: false },
): JobResource {
  const row = withValues ? job : withoutValues(job);
  return {
    id: row._id,
    type: row.type,
    index: row.indexName,
    status: row.state,
    created_at: row.createdAt.getTime(),
    started_at: msOf(row.startedAt),
    finished_at: msOf(row.finishedAt),
    stages: row.stages.map(presentStage),
    ...(row.type === 'index.build' ? { progress: progressOf(row) } : {}),
    ...(row.buildId === null ? {} : { build_id: row.buildId }),
    ...(row.seqFrom === null ? {} : { seq_from: row.seqFrom }),
    ...(row.seqTo === null ? {} : { seq_to: row.seqTo }),
    ...(row.records === null ? {} : { records: row.records }),
    error: row.error,
    error_code: row.errorCode,
    bad_values: row.badValues,
    warnings: row.warnings,
    facet_report: row.facetReport.map(({ facetCounts, ...item }) => ({ ...item, facet_counts: facetCounts })),
    result: row.result === null ? null : presentResult(row.result),
  };
}

const valuesDoNotFit = 'Values do not fit the types of their fields.';

/** Removes examples of values, for callers who do not see every record. */
function withoutValues(job: ProductJobRow): ProductJobRow {
  const { badValues, warnings, error, errorCode } = job;
  return {
    ...job,
    badValues: badValues.map((each) => ({ ...each, examples: [] })),
    warnings: warnings.map((each) =>
      each.code === 'BAD_VALUES' ? { ...each, message: valuesDoNotFit } : each,
    ),
    error: errorCode === 'BAD_VALUES' ? valuesDoNotFit : error,
  };
}

function presentStage({ startedAt, finishedAt, ...stage }: JobStage): JobResource['stages'][number] {
  const ms = startedAt === null || finishedAt === null ? null : finishedAt - startedAt;
  return {
    ...stage,
    ms,
    seconds: ms === null ? null : ms / 1_000,
    started_at: startedAt,
    finished_at: finishedAt,
  };
}

function progressOf({ stages, state }: ProductJobRow): JobResource['progress'] {
  const total = stages.find(({ of }) => of !== null)?.of ?? null;
  const begun = stages.findLastIndex(({ startedAt, status }) => startedAt !== null || status === 'skipped');
  const steps = stages.length;
  if (state === 'succeeded')
    return { step: 'done', step_number: steps, steps, records_done: total ?? 0, records_total: total };
  const stage = stages[begun];
  if (stage === undefined)
    return { step: 'queued', step_number: 1, steps, records_done: 0, records_total: null };
  return {
    step: stage.name,
    step_number: begun + 1,
    steps,
    // A stage without a count of records reports all of them as done.
    records_done: stage.count ?? (stage.of === null ? (total ?? 0) : 0),
    records_total: total,
  };
}

function presentResult({ buildJob, ...result }: ProductJobResult): NonNullable<JobResource['result']> {
  return { ...result, ...(buildJob === undefined ? {} : { build_job: buildJob }) };
}

/**
 * Builds the resources of jobs. Examples of values are only for callers who see every record of the index.
 */
export async function presentJobs(
  deps: Pick<ApiDeps, 'stores'>,
  caller: Caller,
  jobs: readonly ProductJobRow[],
): Promise<JobResource[]> {
  const sight = await seesValuesOf(deps, caller, jobs);
  return jobs.map((job, n) => presentJob(job, { withValues: sight[n]! }));
}
