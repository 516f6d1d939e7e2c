import { z } from 'zod';
import {
  IMAGE_REDACTIONS,
  MASKING_REPORT_PARTS,
  MASKING_WARNINGS,
} from '../../../src/domain/documents/masking';
import { FALLBACK_REASONS } from '../../../src/domain/platform/personal-data';
import { timestamp } from '../../http/fields/timestamp';
import { wholeNumber } from '../../http/fields/whole-number';
import {
  deletedMaskingReportExample,
  fileMaskingReportExample,
  maskedFileExample,
  maskingReportExample,
} from './examples';
import { flag } from '../documents/query-schema';
import { indexJobQuery } from '../index-jobs/schema';
import { piiEngine } from '../indexing/masking-schema';
import { maskingBoundsByTag } from '../masking-bounds/bounds-by-tag';

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const counts = z.record(z.string(), count).meta({ id: 'MaskedCounts' });
const link = z.string().nullable();

export const maskingReportQuery = indexJobQuery.extend({
  include_values: flag(false).describe(
    'The links of `files` lead to reports with the masked values; needs a key with `index`.',
  ),
  include_near: flag(false).describe(
    'The links of `files` lead to reports that list what was nearly masked, if the job was asked for it by ' +
      '`pii_include_near`.',
  ),
});
export const documentReportQuery = maskingReportQuery.pick({ include_values: true, include_near: true });

export const maskedFile = z
  .strictObject({
    document_id: z.string().nullable(),
    filename: z.string(),
    requested_engine: piiEngine,
    used_engines: z.array(piiEngine),
    fallback_used: z.boolean(),
    fallback_reason: z.enum(FALLBACK_REASONS).nullable(),
    coverage: z
      .strictObject({ text: share, tables: share, images: share })
      .describe('Shares that an engine examined.'),
    model: z.string(),
    image_redaction: z
      .enum(IMAGE_REDACTIONS)
      .describe('`not_supported`: nothing can read the pictures, and none is kept.'),
    counts,
    near_counts: counts
      .nullable()
      .describe('Places in chunks that were nearly masked, by tag; null when they were not looked for.'),
    warnings: z.array(z.strictObject({ code: z.enum(MASKING_WARNINGS), message: z.string() })),
    document_report_url: link.describe('Titles, message headers and pages. Null after a rollback.'),
    chunk_report_url: link,
    urls_expire_at: timestamp.nullable(),
  })
  .meta({ id: 'MaskedFile', examples: [maskedFileExample] });
export type MaskedFileResource = z.infer<typeof maskedFile>;

export const maskingReport = z
  .strictObject({
    job_id: z.string(),
    state: z.literal('retained'),
    created_at: timestamp,
    expires_at: timestamp,
    totals: counts,
    bounds: maskingBoundsByTag.describe(
      'Bounds of the collection when the job was accepted, by tag, and `default` for kinds that the request ' +
        'asked for. Others were `default`, and `off` for `AGE`.',
    ),
    files: z.array(maskedFile).describe('Files that were indexed.'),
    files_page: z.strictObject({ limit: count, next_cursor: z.string().nullable() }),
  })
  .meta({ id: 'MaskingReport', examples: [maskingReportExample] });
export type MaskingReport = z.infer<typeof maskingReport>;

export const deletedMaskingReport = z
  .strictObject({ job_id: z.string(), deleted_at: timestamp, objects_deleted: count })
  .meta({ id: 'DeletedMaskingReport', examples: [deletedMaskingReportExample] });
export type DeletedMaskingReport = z.infer<typeof deletedMaskingReport>;

export const fileReportParams = z.strictObject({
  job_id: z.string(),
  file: wholeNumber(0),
  part: z.enum(MASKING_REPORT_PARTS),
});

export const fileReportQuery = z.strictObject({
  values: flag(false),
  near: flag(false),
  expires: z.string().optional().describe('Unix seconds; part of the link.'),
  sig: z.string().optional().describe('Signature over all of the link, and part of it.'),
});

const reportText = z.strictObject({
  document_id: z.string().nullable(),
  chunk_id: z.string().nullable(),
  chunk_index: count.nullable(),
  page: count.nullable(),
  field: z.string().describe('`text`, `title`, `email_subject` and so on.'),
  spans: z
    .array(z.strictObject({ tag: z.string(), start: count, end: count, value: z.string().optional() }))
    .describe('UTF-16 offsets of `<TAG>` in the masked text.'),
  near: z
    .array(z.strictObject({ tag: z.string(), start: count, end: count, score: z.number().min(0).max(1) }))
    .describe('UTF-16 offsets in the masked text of what was nearly masked. Scores from 0.5 are masked.'),
});
export type ReportText = z.infer<typeof reportText>;

export const fileMaskingReport = z
  .strictObject({
    job_id: z.string(),
    document_id: z.string().nullable(),
    filename: z.string(),
    texts: z.array(reportText),
  })
  .meta({ id: 'FileMaskingReport', examples: [fileMaskingReportExample] });
