import { checkCustomMetadata } from '../../../src/domain/documents/custom-metadata';
import { syncInterval } from '../../../src/domain/documents/sync';
import { type SentSyncChange } from '../../../src/services/documents/syncs/change';
import { type ChosenSyncFields } from '../../../src/services/documents/syncs/create';
import { requireCustomMetadata } from '../../../src/services/documents/documents/require-metadata';
import { ValidationError } from '../../../src/domain/platform/refusal';
import { readMasking } from '../indexing/masking';
import { type ChangeSyncFields, type CreateSyncFields } from './schema';

/**
 * Reads the settings of a new sync from a request.
 *
 * @throws Refusal `invalid_custom_metadata`, and those of `readMasking`
 * @throws ValidationError for a mapping to invalid keys
 */
export function readNewSync(fields: CreateSyncFields): ChosenSyncFields {
  for (const [name, key] of Object.entries(fields.metadata_mapping)) {
    const verdict = checkCustomMetadata({ [key]: '' });
    if (!('fault' in verdict)) continue;
    const loc = ['body', 'metadata_mapping', name];
    throw new ValidationError([{ loc, msg: verdict.fault.reason, type: 'value_error' }]);
  }
  return {
    accountName: fields.account_name,
    container: fields.container,
    prefix: fields.prefix,
    includePatterns: fields.include_patterns,
    excludePatterns: fields.exclude_patterns,
    deletionPolicy: fields.deletion_policy,
    customMetadata:
      fields.custom_metadata === undefined ? null : requireCustomMetadata(fields.custom_metadata),
    metadataMapping: fields.metadata_mapping,
    processingType: fields.processing_type,
    includeHiddenSheets: fields.include_hidden_sheets,
    masking: readMasking(fields),
    intervalMinutes: syncInterval(fields.sync_interval_minutes),
  };
}

/** Reads a change of a sync. Fields that were not sent are absent. */
export function readSyncChange(fields: ChangeSyncFields): SentSyncChange {
  const { custom_metadata: customMetadata, sync_interval_minutes: minutes, account_key: accountKey } = fields;
  return {
    ...(fields.prefix !== undefined && { prefix: fields.prefix }),
    ...(fields.include_patterns !== undefined && { includePatterns: fields.include_patterns }),
    ...(fields.exclude_patterns !== undefined && { excludePatterns: fields.exclude_patterns }),
    ...(fields.deletion_policy !== undefined && { deletionPolicy: fields.deletion_policy }),
    ...(fields.status !== undefined && { status: fields.status }),
    ...(customMetadata !== undefined && { customMetadata }),
    ...(minutes !== undefined && { intervalMinutes: syncInterval(minutes) }),
    ...(accountKey !== undefined && { accountKey }),
  };
}
