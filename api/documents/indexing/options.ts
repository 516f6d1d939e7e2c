import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type IndexOptions } from '../../../src/domain/documents/index-job';
import { type IndexOptionFields } from './schema';
import { requireCustomMetadata } from '../../../src/services/documents/documents/require-metadata';
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
    customMetadata:
      fields.custom_metadata === undefined ? null : requireCustomMetadata(fields.custom_metadata),
    skipExisting: fields.skip_existing,
    overwriteExisting: fields.overwrite_existing,
    filesMax: fields.max_files ?? null,
    processingType: fields.processing_type,
    ocrLanguage: fields.ocr_language,
    transcriptionLanguage: fields.transcription_language ?? null,
    parsingScript: fields.parsing_script ?? null,
    tagsSummary: fields.include_tags_summary,
    includeHiddenSheets: fields.include_hidden_sheets,
    masking,
  };
}
