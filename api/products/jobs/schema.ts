import { z } from 'zod';
import { wait } from '../../http/fields/wait';
import {
  BUILD_CHECKS,
  PRODUCT_JOB_ERRORS,
  PRODUCT_JOB_STATES,
  PRODUCT_JOB_TYPES,
  STAGE_STATES,
} from '../../../src/domain/products/product-job';
import { indexNamePattern } from '../../../src/domain/products/product-index';
import { FIELD_TYPES } from '../../../src/domain/products/settings';
import { jobExample } from './examples';
import { longNumber, nextCursor, pageQuery, unixMs } from '../pages';

const optionalMs = unixMs.nullable();

const stage = z.object({
  name: z.string(),
  status: z.enum(STAGE_STATES),
  count: z.int().nullable().describe('Records that are done.'),
  of: z.int().nullable().describe('Records in all.'),
  items: z.int().nullable().describe('Things other than records that the stage has made.'),
  ms: z.int().nullable(),
  seconds: z.number().nullable(),
  started_at: optionalMs,
  finished_at: optionalMs,
  reason: z.string().nullable().describe('Why the stage was skipped.'),
});

const progress = z
  .object({
    step: z.string().describe('The stage under way; `queued` before the first, `done` after the last.'),
    step_number: z.int(),
    steps: z.int(),
    records_done: z.int(),
    records_total: z.int().nullable(),
  })
  .describe('Progress of a build, at most two seconds old.');

const result = z.object({
  alias: z.string().optional(),
  build: z.string().optional(),
  physical: z.string().optional(),
  previous: z.string().nullable().optional(),
  records: z.int().optional(),
  facets: z.array(z.string()).optional(),
  seconds: z.number().optional(),
  checks: z
    .array(
      z.object({
        name: z.enum(BUILD_CHECKS),
        status: z.enum(['passed', 'warned', 'failed']),
        value: z.number().nullable(),
        threshold: z.number().nullable(),
        message: z.string().nullable(),
      }),
    )
    .optional(),
  constraints: z.object({ ranking: z.boolean(), reason: z.string().nullable() }).optional(),
  report: z.string().optional(),
  build_job: z.string().nullable().optional(),
});

/** Job of `/v1`. Members of other types are absent. */
export const jobResource = z
  .object({
    id: z.string(),
    type: z.enum(PRODUCT_JOB_TYPES),
    index: z.string(),
    status: z.enum(PRODUCT_JOB_STATES),
    created_at: unixMs,
    started_at: optionalMs,
    finished_at: optionalMs,
    stages: z.array(stage),
    progress: progress.optional(),
    build_id: z.string().optional(),
    seq_from: longNumber.optional(),
    seq_to: longNumber.optional(),
    records: z.int().optional(),
    error: z.string().nullable(),
    error_code: z.enum(PRODUCT_JOB_ERRORS).nullable(),
    bad_values: z.array(
      z.object({
        field: z.string(),
        type: z.enum(FIELD_TYPES),
        bad: z.int(),
        of: z.int(),
        examples: z.array(z.string()),
      }),
    ),
    warnings: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .describe(
        'The first 100, such as `BAD_VALUES`, `TYPE_FALLBACK`, `RECORD_NOT_SEARCHABLE`, and `SETTLE_TIMEOUT` for a build that is live while its copies are still being made.',
      ),
    facet_report: z.array(
      z.object({
        field: z.string(),
        type: z.enum(FIELD_TYPES),
        distinct: z.int().nullable(),
        facet_counts: z.boolean(),
        reason: z.string().nullable(),
      }),
    ),
    result: result.nullable(),
  })
  .describe('A job.')
  .meta({ id: 'ProductJob', examples: [jobExample] });
export type JobResource = z.output<typeof jobResource>;

export const jobAnswer = z.object({ job: jobResource }).meta({ id: 'ProductJobAnswer' });
export const jobParams = z.strictObject({ job_id: z.string() });

export const jobQuery = z.strictObject({ wait });

export const jobListQuery = z.strictObject({
  ...pageQuery(/^job_\w{26}$/),
  index: z.string().regex(indexNamePattern).optional().describe('Default all indexes.'),
  type: z.enum(PRODUCT_JOB_TYPES).optional().describe('Default all types.'),
  status: z.enum(PRODUCT_JOB_STATES).optional().describe('Default all states.'),
});

export const jobList = z
  .object({ jobs: z.array(jobResource), next_cursor: nextCursor })
  .meta({ id: 'ProductJobList' });
