import { checkCustomMetadata } from '../../../src/domain/documents/custom-metadata';
import { syncInterval } from '../../../src/domain/documents/sync';
import { type SyncChange, type SyncRow } from '../../../src/stores/documents/syncs/syncs';
import { type Sealer } from '../../../src/signing/sealed-text';
import { ValidationError } from '../../../src/domain/platform/refusal';
import { readMasking } from '../indexing/masking';
import { readCustomMetadata } from '../indexing/options';
import { type ChangeSyncFields, type CreateSyncFields } from './schema';

/** Fields of a sync that a request for a new one chooses. */
type ChosenFields = Pick<
  SyncRow,
  | 'accountName'
  | 'container'
  | 'prefix'
  | 'includePatterns'
  | 'excludePatterns'
  | 'deletionPolicy'
  | 'customMetadata'
  | 'metadataMapping'
  | 'processingType'
  | 'includeHiddenSheets'
  | 'masking'
  | 'intervalMinutes'
>;

/**
 * Reads what a request wants a new sync to be like.
 *
 * @throws Refusal `invalid_custom_metadata`, and those of `readMasking`
 * @throws ValidationError for a mapping to keys that no document may have
 */
export function readNewSync(fields: CreateSyncFields): ChosenFields {
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
    customMetadata: fields.custom_metadata === undefined ? null : readCustomMetadata(fields.custom_metadata),
    metadataMapping: fields.metadata_mapping,
    processingType: fields.processing_type,
    includeHiddenSheets: fields.include_hidden_sheets,
    masking: readMasking(fields),
    intervalMinutes: syncInterval(fields.sync_interval_minutes),
  };
}

/**
 * Reads a change of a sync. Fields that were not sent are not in it.
 *
 * @throws Refusal `invalid_custom_metadata`
 */
export function readSyncChange(fields: ChangeSyncFields, syncId: string, sealer: Sealer): SyncChange {
  const { custom_metadata: sent, sync_interval_minutes: minutes, account_key: accountKey } = fields;
  return {
    ...(fields.prefix !== undefined && { prefix: fields.prefix }),
    ...(fields.include_patterns !== undefined && { includePatterns: fields.include_patterns }),
    ...(fields.exclude_patterns !== undefined && { excludePatterns: fields.exclude_patterns }),
    ...(fields.deletion_policy !== undefined && { deletionPolicy: fields.deletion_policy }),
    ...(fields.status !== undefined && { status: fields.status }),
    ...(sent !== undefined && { customMetadata: sent === null ? null : readCustomMetadata(sent) }),
    ...(minutes !== undefined && { intervalMinutes: syncInterval(minutes) }),
    ...(accountKey !== undefined && { credentials: sealer.seal(accountKey, syncId) }),
  };
}
