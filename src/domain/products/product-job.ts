import { IMPORT_ERRORS } from './import';
import { type FieldType } from './settings';

export const PRODUCT_JOB_TYPES = ['index.build', 'index.delete', 'index.import', 'index.write'] as const;
export type ProductJobType = (typeof PRODUCT_JOB_TYPES)[number];

export const PRODUCT_JOB_STATES = ['queued', 'running', 'importing', 'succeeded', 'failed'] as const;
export type ProductJobState = (typeof PRODUCT_JOB_STATES)[number];

/** States from which each move may start, by the state that it enters. */
export const PRODUCT_JOB_MOVES = {
  running: ['queued', 'importing'],
  importing: ['queued'],
  succeeded: ['running'],
  failed: ['queued', 'running', 'importing'],
} as const satisfies Partial<Record<ProductJobState, readonly ProductJobState[]>>;

export function isFinalProductJobState(state: ProductJobState): boolean {
  return state === 'succeeded' || state === 'failed';
}

export const STAGE_STATES = ['queued', 'pending', 'running', 'done', 'failed', 'skipped'] as const;
export type StageState = (typeof STAGE_STATES)[number];

/** Stages of each type of job, in order. */
export const JOB_STAGES = {
  'index.build': [
    'schema',
    'validate',
    'dense',
    'splade',
    'tables',
    'upload',
    'refresh',
    'verify',
    'publish',
    'replicate',
    'drop',
  ],
  'index.write': ['validate', 'embed', 'upsert', 'refresh'],
  'index.delete': ['drop'],
  'index.import': ['pull', 'read', 'map', 'add', 'validate'],
} as const satisfies Record<ProductJobType, readonly string[]>;

/** Stages of a build that restores the former build. */
export const ROLLBACK_STAGES = ['verify', 'publish'] as const;

export type StageName = (typeof JOB_STAGES)[ProductJobType][number];
export type BuildStageName = (typeof JOB_STAGES)['index.build'][number];

/** Codes with which jobs fail. */
export const PRODUCT_JOB_ERRORS = [
  'BAD_VALUES',
  'BUILD_QUALITY',
  'NO_RECORDS',
  'CANCELLED',
  'ENGINE_ERROR',
  'DELETE_FAILED',
  ...IMPORT_ERRORS,
] as const;
export type ProductJobError = (typeof PRODUCT_JOB_ERRORS)[number];

/** A stage of a job. Times are Unix milliseconds; unknown ones are null. */
export interface JobStage {
  name: StageName;
  status: StageState;
  /** Records that are done, and their total. */
  count: number | null;
  of: number | null;
  /** Number of results of the stage other than records, such as vectors. */
  items: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** Why the stage was skipped. */
  reason: string | null;
}

/** Values of a declared field that do not fit its type. */
export interface BadValues {
  field: string;
  type: FieldType;
  bad: number;
  of: number;
  /** Up to three examples. */
  examples: string[];
}

export interface JobWarning {
  code: string;
  message: string;
}

export const jobWarningsMax = 100;

/** Whether the facet of a number or date field has counts. */
export interface FacetReportItem {
  field: string;
  type: FieldType;
  distinct: number | null;
  facetCounts: boolean;
  reason: string | null;
}

export const BUILD_CHECKS = [
  'record_count',
  'id_unique',
  'shrink',
  'self_retrieval',
  'facet_sum',
  'acl_closed',
  'latency',
] as const;
export type BuildCheckName = (typeof BUILD_CHECKS)[number];

/** Result of one check of a new build. */
export interface BuildCheck {
  name: BuildCheckName;
  status: 'passed' | 'warned' | 'failed';
  value: number | null;
  threshold: number | null;
  message: string | null;
}

/** Failure type of activities: the job has ended outside the run, or does not exist. */
export const productJobNotRunning = 'product_job_not_running';
