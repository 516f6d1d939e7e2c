import { type FinalJob } from '../../domain/platform/final-job';
import { type Tenant } from '../../domain/platform/tenancy';
import {
  type BadValues,
  type BuildCheck,
  type FacetReportItem,
  type JobStage,
  type JobWarning,
  PRODUCT_JOB_MOVES,
  type ProductJobError,
  type ProductJobState,
  type ProductJobType,
  type StageName,
} from '../../domain/products/product-job';
import { type JobKind } from '../../job-rows/job-kind';
import { type JobRows } from '../../job-rows/job-rows';

/** A job that shows no sign of life for this long is looked at by the sweep. */
export const productCheckAfterMs = 60_000;
/** Time for which the row of an ended job is kept. */
const keptMs = 90 * 24 * 3_600_000;
/** Time for which the job of an ended burst is kept: an index may have thousands of them. */
const burstKeptMs = 24 * 3_600_000;

/** Result of a job. Members that do not belong to its type are absent. */
export interface ProductJobResult {
  alias?: string;
  build?: string;
  physical?: string;
  previous?: string | null;
  records?: number;
  facets?: string[];
  seconds?: number;
  checks?: BuildCheck[];
  constraints?: { ranking: boolean; reason: string | null };
  /** Path of the report of an import. */
  report?: string;
  /** Build that an import has started. */
  buildJob?: string | null;
}

/** A job of an index. This row is the truth about it; its run in Temporal only moves the row on. */
export interface ProductJobRow extends Tenant {
  _id: string;
  type: ProductJobType;
  indexId: string;
  /** As it was called when the job was accepted. */
  indexName: string;
  state: ProductJobState;
  stages: JobStage[];
  /** Builds only. */
  buildId: string | null;
  /** A build that only puts the former build back. */
  isRollback: boolean;
  /** The switch to the new build has begun: the job can no longer be cancelled. */
  isPublishing: boolean;
  /** `index.write` only: first and last update that it carries, and records written. */
  seqFrom: number | null;
  seqTo: number | null;
  records: number | null;
  error: string | null;
  errorCode: ProductJobError | null;
  badValues: BadValues[];
  warnings: JobWarning[];
  facetReport: FacetReportItem[];
  result: ProductJobResult | null;
  /**
   * Sealed key of the provider of an import; absent for other sources and jobs, and once the job has ended.
   */
  credentials?: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** When the sweep looks at the row; absent when it is final and nothing is left to clean up. */
  checkAt?: Date;
  /** When the row goes; absent until the end. */
  expiresAt?: Date;
}

/** Facts of a new job. */
export type NewProductJob = Pick<ProductJobRow, '_id' | 'type' | 'indexId' | 'indexName'> &
  Tenant & { stages: readonly StageName[]; buildId?: string; isRollback?: boolean; credentials?: string };

/** A job as it is accepted. */
export function newProductJob(job: NewProductJob, now = new Date()): ProductJobRow {
  const { stages, buildId = null, isRollback = false, ...facts } = job;
  return {
    ...facts,
    state: 'queued',
    stages: stages.map((name) => ({
      name,
      status: 'queued',
      count: null,
      of: null,
      items: null,
      startedAt: null,
      finishedAt: null,
      reason: null,
    })),
    buildId,
    isRollback,
    isPublishing: false,
    seqFrom: null,
    seqTo: null,
    records: null,
    error: null,
    errorCode: null,
    badValues: [],
    warnings: [],
    facetReport: [],
    result: null,
    createdAt: now,
    startedAt: null,
    finishedAt: null,
    checkAt: new Date(now.getTime() + productCheckAfterMs),
  };
}

export type ProductMachine = JobRows<ProductJobRow>;

/** Jobs of product search as a table: builds, imports and deletions. They cost nothing. */
export const productJobKind: JobKind<ProductJobRow> = {
  name: 'product',
  collection: 'product_jobs',
  states: { waiting: 'queued', atWork: ['running', 'importing'], final: ['succeeded', 'failed'] },
  moves: PRODUCT_JOB_MOVES,
  checkAfterMs: productCheckAfterMs,
  startGraceMs: productCheckAfterMs,
  endedAt: 'finishedAt',
  updatedAt: null,
  expiry: { field: 'expiresAt', afterMs: () => keptMs },
  billing: null,
  finalJob: finalJobOf,
};

/** Jobs of bursts of live writes as a table. The sweep looks at their indexes, not at them. */
export const writeBurstKind: JobKind<ProductJobRow> = {
  ...productJobKind,
  name: 'index.write',
  states: { waiting: 'queued', atWork: ['running'], final: ['succeeded', 'failed'] },
  moves: { running: ['queued', 'running'], succeeded: ['running'], failed: ['running'] },
  checkAfterMs: null,
  expiry: { field: 'expiresAt', afterMs: () => burstKeptMs },
};

/** A job that has ended, as metrics count it. */
function finalJobOf({ type, state, createdAt, startedAt, finishedAt, stages }: ProductJobRow): FinalJob {
  const timed = stages.flatMap(({ name, startedAt: from, finishedAt: to }) =>
    from === null || to === null ? [] : [{ name, ms: to - from }],
  );
  return { type, state, createdAt, startedAt, endedAt: finishedAt ?? createdAt, stages: timed };
}
