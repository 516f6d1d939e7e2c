import { ValidationError } from '../../../src/domain/platform/refusal';
import { type UploadedSource } from '../../../src/domain/documents/index-source';
import { parseWithLongNumbersInfinite } from '../../../src/domain/platform/exact-json';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { type ApiDeps } from '../../deps';
import { fieldIssues } from '../../http/field-issues';
import { issueMessage } from '../../http/issue-message';
import { checkJsonShape } from '../../http/json-body';
import { type ReceivedBody, type RouteRequest } from '../../http/route';
import { type IndexOptionFields, indexOptions } from './schema';
import { discardOwnUploads, storeOwnUpload } from '../../../src/services/documents/index-jobs/own-uploads';
import { receiveFiles } from './receive-files';

/** A form whose files are stored. */
export interface FileForm {
  uploads: UploadedSource[];
  options: IndexOptionFields;
}

/**
 * Receives the form of `index/file`: files are stored while they arrive, other fields are parsed as JSON. A
 * refused form leaves nothing behind.
 *
 * @throws ValidationError, Refusal `unsupported_media_type`, `malformed_json`,
 *   `payload_too_large`, `file_too_large`
 */
export async function receiveFileForm(
  deps: Pick<ApiDeps, 'blobs' | 'stores'>,
  {
    caller,
    ctx,
    signal,
    log,
  }: Pick<RouteRequest<unknown, unknown, FileForm>, 'caller' | 'ctx' | 'signal' | 'log'>,
): Promise<ReceivedBody<FileForm>> {
  const uploads: UploadedSource[] = [];
  const discard = () => discardOwnUploads(deps, caller, uploads, log);
  try {
    const { files, fields } = await receiveFiles(ctx.req, async (file) => {
      const upload = await storeOwnUpload(deps, caller, { ...file, byteMax: fileBytesMax }, { signal, log });
      uploads.push(upload);
      return upload;
    });
    const sent = Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, fieldValue(name, text)]),
    );
    checkJsonShape(sent);
    const result = indexOptions.safeParse(sent, { error: issueMessage });
    if (!result.success) throw new ValidationError(fieldIssues('body', result.error, sent));
    const fingerprint = [sent, files.map(({ filename, sha256 }) => [filename, sha256])];
    return { body: { uploads: files, options: result.data }, fingerprint, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

const texts = new Set([
  'processing_type',
  'ocr_language',
  'transcription_language',
  'parsing_script',
  'pii_instructions',
  'pii_engine',
]);

/**
 * Parses a field as JSON, except options that are plain text. Invalid JSON stays
 * text, which the schema refuses.
 */
function fieldValue(name: string, text: string): unknown {
  if (texts.has(name)) return text;
  try {
    return parseWithLongNumbersInfinite(text);
  } catch {
    return text;
  }
}
