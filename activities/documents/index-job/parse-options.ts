import { type FileParseRequest } from '../../../src/parsing';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type ActivityDeps } from '../../deps';
import { fileFailure } from './job-failures';

/**
 * Parser options of a job's files.
 *
 * @throws ApplicationFailure `parsing_script_failed` when its script was removed
 */
export async function parseOptionsOf(
  { parsingScripts }: Pick<ActivityDeps, 'parsingScripts'>,
  { type, organizationId, options }: IndexJobRow,
): Promise<FileParseRequest['options']> {
  const { parsingScript: name } = options;
  const parsingScript = name === null ? null : await parsingScripts.find(organizationId, name);
  if (name !== null && parsingScript === null)
    throw fileFailure('parsing_script_failed', `The parsing script ${name} was removed.`);
  return {
    isText: type === 'index_text',
    ocrAllPages: options.processingType === 'advanced',
    parsingScript,
    language: options.transcriptionLanguage,
    ocrLanguage: options.ocrLanguage,
    transcriptPath: null,
    hiddenSheets: options.includeHiddenSheets,
    pictureWords: options.masking != null,
  };
}
