import { z } from 'zod';
import {
  INDEX_JOB_ERRORS,
  INDEX_JOB_STATES,
  INDEX_STAGES,
  JOB_FILE_ERRORS,
  JOB_FILE_STATES,
  SKIP_REASONS,
} from '../../../src/domain/documents/index-job';
import { MASKING_REPORT_STATES } from '../../../src/domain/documents/masking';
import { INDEX_JOB_TYPES } from '../../../src/domain/documents/index-source';
import { ROLLBACK_STATES } from '../../../src/domain/documents/rollback';
import { processingType } from '../indexing/processing-type';
import { environment } from '../../http/fields/environment';
import { timestamp } from '../../http/fields/timestamp';
import { wait } from '../../http/fields/wait';
import { wholeNumber } from '../../http/fields/whole-number';
import {
  cancelledJobExample,
  jobExample,
  jobListExample,
  rollbackExample,
  rollbackUnderWayExample,
} from './examples';

const filesPageMax = 500;
const filesPageDefault = 50;
const jobsPageMax = 200;
const jobsPageDefault = 50;

const nullableTime = timestamp.nullable();
const count = z.int().min(0);
const jobType = z.enum(INDEX_JOB_TYPES as [string, ...string[]]).meta({ id: 'IndexJobType' });
const jobStatus = z.enum(INDEX_JOB_STATES).meta({ id: 'IndexJobStatus' });
const jobError = z.enum(INDEX_JOB_ERRORS).meta({ id: 'IndexJobError' });
const stage = z.enum(INDEX_STAGES).meta({ id: 'IndexStage' });

export const indexJobParams = z.strictObject({ job_id: z.string() });

export const indexJobQuery = z.strictObject({
  wait,
  files_limit: wholeNumber(1, filesPageMax).default(filesPageDefault),
  files_cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'is no cursor')
    .optional()
    .describe('`files_page.next_cursor` of the page before; default the first page.'),
});

export const listIndexJobsQuery = z.strictObject({
  status: jobStatus.optional().describe('Default every status.'),
  collection: z
    .string()
    .max(63)
    .optional()
    .describe('Name of the collection when the job was accepted; default every collection.'),
  sync_id: z.string().max(64).optional().describe('Jobs of this sync; default of every origin.'),
  job_environment: environment
    .optional()
    .describe('Default that of the key; another one has no jobs to show.'),
  limit: wholeNumber(1, jobsPageMax).default(jobsPageDefault),
  offset: wholeNumber(0).default(0),
});

const jobFile = z
  .strictObject({
    uri: z.string().nullable().describe('Without credentials; null for texts, forms and uploads.'),
    filename: z.string(),
    document_id: z.string().nullable().describe('What the file became; of an e-mail, the message.'),
    status: z.enum(JOB_FILE_STATES),
    stage: stage.nullable(),
    attempts: count,
    progress_message: z.string().nullable(),
    error_code: z.enum(JOB_FILE_ERRORS).nullable(),
    error_message: z.string().nullable(),
    skip_reason: z.enum(SKIP_REASONS).nullable(),
    pages: count.nullable(),
    pages_read: count
      .nullable()
      .describe(
        'Pages read so far of a long PDF or presentation, every few seconds; else null. When a worker is ' +
          'lost, reading begins anew.',
      ),
    pages_total: count.nullable().describe('All pages, beside `pages_read`.'),
    chunks: count,
    updated_at: timestamp,
  })
  .meta({ id: 'IndexJobFile' });

export const indexJobResource = z
  .strictObject({
    job_id: z.string(),
    job_type: jobType,
    status: jobStatus,
    collection_id: z.string(),
    collection_name: z.string(),
    environment,
    source: z.enum(['api', 'sync']),
    sync_id: z.string().nullable(),
    progress_message: z.string(),
    progress: z.strictObject({
      current_stage: stage.nullable(),
      stage_description: z.string().nullable(),
      files_total: count,
      files_processed: count.describe('Files that have ended, however.'),
      files_failed: count,
      files_skipped: count,
      elapsed_seconds: count,
    }),
    files: z.array(jobFile),
    files_page: z.strictObject({
      limit: count,
      next_cursor: z.string().nullable(),
      total_estimated: count,
    }),
    result: z
      .strictObject({
        files_indexed: count,
        files_failed: count,
        files_skipped: count,
        duration_seconds: count,
        warnings: z.array(z.string()),
      })
      .nullable()
      .describe('Once the job has ended.'),
    billing: z
      .strictObject({
        credits: z.strictObject({
          used: z.number(),
          remaining: z.number().nullable().describe('Null where the organization has no limit.'),
        }),
        pages_processed: count,
        processing_type: processingType,
      })
      .nullable()
      .describe(
        'Half a credit per page; 3,000 characters of what has no pages are one. `advanced` costs one credit per ' +
          'page of PDF files and pictures, and of other files in whose pictures it recognised text.',
      ),
    pii_report: z
      .strictObject({ state: z.enum(MASKING_REPORT_STATES), expires_at: nullableTime })
      .nullable()
      .describe('The masking report, 30 days from the end of the job; null without masking.'),
    error_code: jobError.nullable(),
    error_message: z.string().nullable(),
    warnings: z.array(z.string()),
    cancelled_by: z.string().nullable().describe('Id of the key; null where no key did it.'),
    cancelled_at: nullableTime,
    rolled_back_at: nullableTime,
    rollback: z
      .strictObject({ status: z.enum(ROLLBACK_STATES), files_done: count, files_total: count })
      .nullable()
      .describe('Once it was requested.'),
    created_at: timestamp,
    started_at: nullableTime,
    updated_at: timestamp,
    completed_at: nullableTime,
    estimated_time_remaining_seconds: count.nullable(),
  })
  .meta({ id: 'IndexJob', examples: [jobExample] });
export type IndexJobResource = z.infer<typeof indexJobResource>;

export const indexJobList = z
  .strictObject({
    jobs: z.array(
      z.strictObject({
        job_id: z.string(),
        job_type: jobType,
        status: jobStatus,
        collection_name: z.string(),
        environment,
        files_total: count,
        files_indexed: count,
        files_failed: count,
        error: jobError.nullable(),
        created_at: timestamp,
        completed_at: nullableTime,
      }),
    ),
    total_count: count,
    limit: count,
    offset: count,
  })
  .meta({ id: 'IndexJobList', examples: [jobListExample] });
export type IndexJobList = z.infer<typeof indexJobList>;

export const cancelledIndexJob = z
  .strictObject({
    job_id: z.string(),
    status: jobStatus,
    message: z.string(),
    cancelled_at: nullableTime.describe('Null where the job had ended before.'),
  })
  .meta({ id: 'CancelledIndexJob', examples: [cancelledJobExample] });
export type CancelledIndexJob = z.infer<typeof cancelledIndexJob>;

export const rollbackUnderWay = z
  .strictObject({
    job_id: z.string(),
    status: z.literal('rolling_back'),
    files_done: count,
    files_total: count.describe('Indexed, or with a document that the job took away.'),
    message: z.string(),
  })
  .meta({ id: 'RollbackUnderWay', examples: [rollbackUnderWayExample] });
export type RollbackUnderWay = z.infer<typeof rollbackUnderWay>;

export const rolledBackJob = z
  .strictObject({
    job_id: z.string(),
    status: z.literal('rolled_back'),
    rolled_back_at: timestamp,
    files_removed: z.array(z.string()).describe('Made by the job.'),
    files_kept: z.array(
      z.strictObject({
        document_id: z.string(),
        reason: z.literal('superseded'),
        by_job_id: z.string().nullable(),
      }),
    ),
    files_restored: z.array(z.string()).describe('With their former version again.'),
    files_not_restored: z.array(z.string()).describe('Whose former version is no longer kept.'),
    message: z.string(),
  })
  .meta({ id: 'Rollback', examples: [rollbackExample] });
export type RolledBackJob = z.infer<typeof rolledBackJob>;
