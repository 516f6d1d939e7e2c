import { type CustomMetadata } from '../../../domain/documents/document';
import {
  checkCustomMetadata,
  customMetadataBytes,
  customMetadataBytesMax,
} from '../../../domain/documents/custom-metadata';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type AnyRefusal, Refusal } from '../../../domain/platform/refusal';

/**
 * Checks custom metadata as sent and returns it in the form that documents store.
 *
 * @throws Refusal `invalid_custom_metadata`
 */
export function requireCustomMetadata(sent: Record<string, unknown>): CustomMetadata {
  const verdict = checkCustomMetadata(sent);
  if ('fault' in verdict) throw invalid(verdict.fault.key, verdict.fault.reason);
  if (customMetadataBytes(verdict.metadata) > customMetadataBytesMax)
    throw invalid(null, `it is larger than ${customMetadataBytesMax} bytes`);
  return verdict.metadata;
}

function invalid(key: string | null, reason: string): AnyRefusal {
  return new Refusal<DocumentErrorCode>('invalid_custom_metadata', {
    message: `custom_metadata cannot be taken: ${reason}.`,
    details: { key, reason },
  });
}
