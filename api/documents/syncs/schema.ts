import { z } from 'zod';
import {
  DELETION_POLICIES,
  metadataMappingMax,
  SYNC_ERRORS,
  SYNC_STATES,
  SYNC_STATUSES,
  syncIntervalMinutesDefault,
  syncIntervalMinutesMax,
  syncIntervalMinutesMin,
  syncPatternCharsMax,
  syncPatternsMax,
} from '../../../src/domain/documents/sync';
import { sourcePatterns } from '../../../src/object-stores';
import { documentedAs, extending } from '../../http/openapi/documented-as';
import { cleanText } from '../../http/fields/clean-text';
import { environment } from '../../http/fields/environment';
import { timestamp } from '../../http/fields/timestamp';
import { wholeNumber } from '../../http/fields/whole-number';
import {
  changeSyncExample,
  createSyncExample,
  deletedSyncExample,
  reconcileExample,
  refusedSourceExample,
  syncExample,
} from './examples';
import { hiddenSheetsField } from '../parse-jobs/hidden-sheets-schema';
import { processingType } from '../indexing/processing-type';
import { maskingBase, maskingFields, piiEngine } from '../indexing/masking-schema';
import { customMetadata, sentMetadata } from '../documents/metadata-schema';

const prefixCharsMax = 1_024;
const keyCharsMax = 4_096;
const metadataNameCharsMax = 256;
const syncsPageMax = 1_000;
const syncsPageDefault = 100;

export const syncParams = z.strictObject({ sync_id: z.string() });

export const listSyncsQuery = z.strictObject({
  collection_name: z.string().max(63).optional().describe('Default every collection.'),
  limit: wholeNumber(1, syncsPageMax).default(syncsPageDefault),
  offset: wholeNumber(0).default(0),
});

const patterns = z
  .array(cleanText.min(1).max(syncPatternCharsMax))
  .max(syncPatternsMax)
  .meta({ id: 'SyncPatterns' });
const deletionPolicy = z.enum(DELETION_POLICIES).meta({ id: 'DeletionPolicy' });
const interval = z.int().max(syncIntervalMinutesMax).nullable();
const accountKey = z.string().min(1).max(keyCharsMax).describe('Kept sealed and never returned.');
const prefix = cleanText.max(prefixCharsMax);

const newSync = z
  .strictObject({
    container: z.string().regex(sourcePatterns.azureContainer, 'is not the name of a container'),
    account_name: z.string().regex(sourcePatterns.azureAccount, 'is not the name of an account'),
    account_key: accountKey,
    processing_type: processingType.default('basic'),
    include_hidden_sheets: hiddenSheetsField,
    prefix: prefix.default('').describe('Blobs whose names begin so; default all.'),
    include_patterns: patterns
      .default([])
      .describe(
        'One has to match; default all. `*` stops at `/`, `**/` does not; without `/` the last part of a name counts.',
      ),
    exclude_patterns: patterns.default([]).describe('None may match.'),
    deletion_policy: deletionPolicy
      .default('mirror')
      .describe('Documents of gone blobs are removed (`mirror`), kept out of queries (`archive`) or left.'),
    custom_metadata: sentMetadata.optional().describe('Of every document.'),
    metadata_mapping: z
      .record(z.string().min(1).max(metadataNameCharsMax), z.string())
      .refine((mapping) => Object.keys(mapping).length <= metadataMappingMax, {
        message: `has more than ${metadataMappingMax} entries`,
      })
      .default({})
      .describe('Keys of `custom_metadata` by names of metadata of blobs.'),
    ...maskingFields,
    sync_interval_minutes: interval
      .default(syncIntervalMinutesDefault)
      .describe(`Null: only when asked. Below ${syncIntervalMinutesMin} is ${syncIntervalMinutesMin}.`),
  })
  .meta({ id: 'CreateSyncRequest', examples: [createSyncExample] });
export const createSyncBody = extending(newSync, maskingBase);
export type CreateSyncFields = z.infer<typeof createSyncBody>;

export const changeSyncBody = z
  .strictObject({
    prefix: prefix.optional(),
    include_patterns: patterns.optional(),
    exclude_patterns: patterns.optional(),
    deletion_policy: deletionPolicy.optional(),
    status: z.enum(['active', 'paused']).optional(),
    // The generator for Java supports no reference to a map with nullable values.
    custom_metadata: documentedAs(sentMetadata.nullable(), z.record(z.string(), z.unknown()).nullable())
      .optional()
      .describe('Of documents indexed from now on.'),
    sync_interval_minutes: interval.optional(),
    account_key: accountKey.optional(),
  })
  .meta({ id: 'ChangeSyncRequest', examples: [changeSyncExample] });
export type ChangeSyncFields = z.infer<typeof changeSyncBody>;

const nullableTime = timestamp.nullable();

export const syncResource = z
  .strictObject({
    sync_id: z.string(),
    collection_id: z.string(),
    collection_name: z.string(),
    environment,
    storage_type: z.literal('azure'),
    bucket: z.string(),
    account_name: z.string(),
    prefix: z.string(),
    include_patterns: patterns,
    exclude_patterns: patterns,
    deletion_policy: deletionPolicy,
    custom_metadata: customMetadata.nullable(),
    metadata_mapping: z.record(z.string(), z.string()),
    processing_type: processingType,
    include_hidden_sheets: z.boolean(),
    mask_pii: z.boolean(),
    pii_engine: piiEngine.nullable(),
    auth_method: z.literal('account_key'),
    sync_interval_minutes: z.int().nullable(),
    status: z.enum(SYNC_STATUSES),
    sync_state: z.enum(SYNC_STATES),
    last_backfill_job_id: z.string().nullable(),
    last_sync_at: nullableTime,
    last_sync_job_id: z.string().nullable(),
    last_sync_error: z.enum(SYNC_ERRORS).nullable(),
    last_sync_error_message: z.string().nullable(),
    next_sync_at: nullableTime,
    deactivated_at: nullableTime,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Sync', examples: [syncExample] });
export type SyncResource = z.infer<typeof syncResource>;

export const syncList = z
  .strictObject({
    syncs: z.array(syncResource),
    total_count: z.int().min(0),
    limit: z.int(),
    offset: z.int(),
  })
  .meta({ id: 'SyncList', examples: [{ syncs: [], total_count: 0, limit: 100, offset: 0 }] });
export type SyncList = z.infer<typeof syncList>;

export const deletedSync = z
  .strictObject({ sync_id: z.string(), status: z.literal('inactive'), deactivated_at: timestamp })
  .meta({ id: 'DeletedSync', examples: [deletedSyncExample] });
export type DeletedSync = z.infer<typeof deletedSync>;

const found = z.int().min(0).nullable();

export const reconciliation = z
  .strictObject({
    job_id: z.string(),
    added: found.describe('Null while the listing takes longer than the request.'),
    modified: found,
    removed: found,
    unchanged: found,
    deleted_documents: found.describe('So far.'),
    deletions_withheld: found,
  })
  .meta({ id: 'Reconciliation', examples: [reconcileExample] });
export type Reconciliation = z.infer<typeof reconciliation>;

export const sourceVerdict = z
  .strictObject({
    ok: z.boolean(),
    field: z.enum(['account_key', 'account_name', 'container']).nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'SourceVerdict', examples: [refusedSourceExample] });
export type SourceVerdict = z.infer<typeof sourceVerdict>;
