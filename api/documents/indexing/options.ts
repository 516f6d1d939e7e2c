import {
  checkCustomMetadata,
  customMetadataBytes,
  customMetadataBytesMax,
} from '../../../src/domain/documents/custom-metadata';
import { type CustomMetadata } from '../../../src/domain/documents/document';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type AnyRefusal, Refusal } from '../../../src/domain/platform/refusal';
import { type IndexOptions } from '../../../src/domain/documents/index-job';
import { type IndexOptionFields } from './schema';
import { readMasking } from './masking';

/**
 * Reads the options of a request into the form that the job stores.
 *
 * @throws Refusal `conflicting_options`, `invalid_custom_metadata`, and those of `readMasking`
 */
export function readIndexOptions(fields: IndexOptionFields): IndexOptions {
  const masking = readMasking(fields);
  if (fields.skip_existing && fields.overwrite_existing) {
    const message = 'overwrite_existing needs skip_existing: false.';
    throw new Refusal<DocumentErrorCode>('conflicting_options', { message });
  }
  return {
    customMetadata: fields.custom_metadata === undefined ? null : readCustomMetadata(fields.custom_metadata),
    skipExisting: fields.skip_existing,
    overwriteExisting: fields.overwrite_existing,
    filesMax: fields.max_files ?? null,
    processingType: fields.processing_type,
    transcriptionLanguage: fields.transcription_language ?? null,
    parsingScript: fields.parsing_script ?? null,
    tagsSummary: fields.include_tags_summary,
    includeHiddenSheets: fields.include_hidden_sheets,
    masking,
  };
}

/**
 * Reads custom metadata of a request.
 *
 * @throws Refusal `invalid_custom_metadata`
 */
export function readCustomMetadata(sent: Record<string, unknown>): CustomMetadata {
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
