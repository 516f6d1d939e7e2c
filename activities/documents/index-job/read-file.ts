import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type FileParseHooks,
  type FileParseRequest,
  type ParsedFile,
  Untranscribed,
} from '../../../src/parsing';
import { type ActivityDeps } from '../../deps';
import { transcribeTo } from './transcribe';

export type ReadFileDeps = Pick<ActivityDeps, 'blobs' | 'fileParser' | 'transcription'>;

/**
 * Parses a file of a job. The parser detects a recording; then its transcript is parsed instead.
 *
 * @param request.workDirectory path in a folder of this attempt, where the transcript is left
 * @param transcriptKey key under which the blob store keeps the transcript
 * @throws as the parser does; ApplicationFailure when a recording is refused
 */
export async function readFile(
  { fileParser, transcription, blobs }: ReadFileDeps,
  request: FileParseRequest,
  transcriptKey: string,
  hooks: FileParseHooks,
): Promise<ParsedFile> {
  try {
    return await fileParser.parseFile(request, hooks);
  } catch (error) {
    if (!(error instanceof Untranscribed) || transcription === null) throw error;
    const { path, options } = request;
    const folder = dirname(request.workDirectory);
    const recording = { path, language: options.language, ...error.kind };
    const transcriptPath = await transcribeTo(
      folder,
      { blobs, transcription, key: transcriptKey },
      recording,
      hooks.signal,
    );
    const workDirectory = join(folder, 'transcribed');
    await mkdir(workDirectory);
    return fileParser.parseFile(
      { ...request, workDirectory, options: { ...options, transcriptPath } },
      hooks,
    );
  }
}
