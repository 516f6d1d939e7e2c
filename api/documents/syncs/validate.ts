import { ObjectStoreError, type ObjectStores } from '../../../src/object-stores';
import { type CreateSyncFields, type SourceVerdict } from './schema';
import { readNewSync } from './settings';

const faultyFields: Record<ObjectStoreError['code'], SourceVerdict['field']> = {
  access_denied: 'account_key',
  not_found: 'container',
  private_address: 'account_name',
  download_failed: 'account_name',
  file_too_large: 'container',
  object_changed: 'container',
};

/**
 * Tries to list the source that a new sync would have. Nothing is kept.
 *
 * @throws Refusal, ValidationError as `readNewSync`
 */
export async function validateSource(
  objectStores: ObjectStores,
  fields: CreateSyncFields,
  signal: AbortSignal,
): Promise<SourceVerdict> {
  const { accountName, container, prefix } = readNewSync(fields);
  const store = objectStores.open({
    family: 'azure',
    accountName,
    container,
    accountKey: fields.account_key,
  });
  try {
    await store.list(prefix, { after: null, limit: 1, signal });
    return { ok: true, field: null, message: null };
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    return { ok: false, field: faultyFields[error.code], message: error.message };
  }
}
