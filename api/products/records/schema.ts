import { z } from 'zod';
import { writeWaitMsMax } from '../../../src/domain/products/limits';
import { RECORD_FAULTS } from '../../../src/domain/products/record-fault';
import {
  batchExample,
  clearExample,
  deletionBodyExample,
  deletionExample,
  linesExample,
  patchExample,
  recordExample,
  recordMembersExample,
  uploadExample,
  writeExample,
} from './examples';
import { fieldFilters, filterText } from '../search/schema';
import { jobResource } from '../jobs/schema';
import { longNumber } from '../pages';

export const recordParams = z.strictObject({ index: z.string(), id: z.string() });

export type RecordParams = z.output<typeof recordParams>;

const onError = z
  .enum(['abort', 'skip'])
  .default('abort')
  .describe('`abort` writes nothing when a record is wrong; `skip` writes the others.');

export const uploadQuery = z.strictObject({
  mode: z
    .enum(['upsert', 'replace_all'])
    .default('upsert')
    .describe('`replace_all` puts the upload in place of all records, at the next build.'),
  on_error: onError,
  build: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true` starts a build once the records are staged.'),
});

const wait = z
  .string()
  .regex(/^\d{1,2}s?$/, 'must be whole seconds, such as 2s')
  .transform((text) => parseInt(text, 10) * 1_000)
  .refine((ms) => ms <= writeWaitMsMax, `must be at most ${writeWaitMsMax / 1_000} seconds`)
  .optional()
  .describe(
    'Seconds to wait until searches find the write, at most 10; the answer is then 200. Without it the answer is 202 at once.',
  );

export const writeQuery = z.strictObject({ wait });
export type WriteQuery = z.output<typeof writeQuery>;
export const batchQuery = z.strictObject({ wait, on_error: onError });

const recordError = z
  .object({
    line: z.int().nullable().describe('Line of NDJSON, from 1.'),
    index: z.int().nullable().describe('Place in an array, from 0.'),
    id: z.string().nullable(),
    code: z.enum(RECORD_FAULTS),
    field: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'RecordError' });

export const recordMembers = z
  .record(z.string(), z.unknown())
  .describe('Members of a record by their names.')
  .meta({ id: 'RecordMembers', examples: [recordMembersExample] });

/** Bodies of an upload, by content type. */
export const uploadBodies = {
  'application/json': z
    .union([z.array(recordMembers), z.strictObject({ records: z.array(recordMembers) })])
    .describe('Records, or an object with them.')
    .meta({ id: 'RecordUploadBody', examples: [[recordMembersExample]] }),
  'application/x-ndjson': z
    .string()
    .describe('A record on each line.')
    .meta({ examples: [linesExample] }),
};

export const recordBody = { 'application/json': recordMembers };
export const patchBody = {
  'application/json': z
    .record(z.string(), z.unknown())
    .describe('Members to replace; null removes a member.')
    .meta({ id: 'RecordPatchBody', examples: [patchExample] }),
};

export const uploadAnswer = z
  .object({
    received: z.int(),
    staged: z.int().describe('Records that were written; of those with the same id the last counts.'),
    replaced: z
      .int()
      .describe('Records, staged or served, that those of the upload have taken the place of, each once.'),
    rejected: z.int(),
    id_field: z.string().nullable(),
    staged_total: z.int().describe('Records that wait for the next build, each once.'),
    errors: z.array(recordError).describe('The first 100.'),
    errors_truncated: z.boolean(),
    warnings: z.array(
      z.object({
        code: z.enum(['ID_FROM_CODE_FIELD', 'DUPLICATE_ID', 'JOB_RUNNING']),
        field: z.string().nullable(),
        message: z.string(),
      }),
    ),
    job: jobResource.nullable().describe('The build, where one was asked for.'),
  })
  .meta({ id: 'RecordUpload', examples: [uploadExample] });
export type UploadResource = z.output<typeof uploadAnswer>;

const writeJob = z.object({ id: z.string(), type: z.literal('index.write') });

export const writeAnswer = z
  .object({
    id: z.string(),
    seq: longNumber.describe('Place of the write among all of the index.'),
    job: writeJob,
  })
  .meta({ id: 'RecordWrite', examples: [writeExample] });

export const clearAnswer = z
  .object({ seq: longNumber, job: writeJob })
  .meta({ id: 'RecordClear', examples: [clearExample] });

export const deletionBody = z
  .strictObject({
    filter: filterText.optional().describe('A filter expression, such as `discontinued = true`.'),
    filters: fieldFilters.optional().describe('Filters by field, as in searches.'),
  })
  .describe('At least one of the two; where both are sent a record has to pass both.')
  .meta({ id: 'RecordDeletionBody', examples: [deletionBodyExample] });

export const deletionAnswer = z
  .object({
    matched: z.int().describe('Records that passed the filter and are deleted.'),
    seq_from: longNumber.nullable(),
    seq_to: longNumber.nullable().describe('Place of the last deletion among all writes of the index.'),
    job: writeJob.nullable().describe('Null when no record has passed.'),
  })
  .meta({ id: 'RecordDeletion', examples: [deletionExample] });

export const batchAnswer = z
  .object({
    seq_from: longNumber,
    seq_to: longNumber,
    accepted: z.int(),
    errors: z.array(recordError),
    job: writeJob,
  })
  .meta({ id: 'RecordBatch', examples: [batchExample] });

export const recordAnswer = z
  .object({
    id: z.string(),
    record: recordMembers,
    version: longNumber.describe('Number of the last write of the record.'),
    staged: z.boolean().describe('True for a record that only the next build will serve.'),
  })
  .meta({ id: 'Record', examples: [recordExample] });
