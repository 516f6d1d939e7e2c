import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { indexBlobs } from '../../../src/domain/documents/index-job';
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
 * @throws as the parser does; ApplicationFailure when a recording is refused
 */
export async function readFile(
  { fileParser, transcription, blobs }: ReadFileDeps,
  request: FileParseRequest,
  { jobId, file }: { jobId: string; file: number },
  hooks: FileParseHooks,
): Promise<ParsedFile> {
  try {
    return await fileParser.parseFile(request, hooks);
  } catch (error) {
    if (!(error instanceof Untranscribed) || transcription === null) throw error;
    const { path, options } = request;
    const folder = dirname(request.workDirectory);
    const key = `${indexBlobs(jobId).file(file, 'transcript')}segments.json`;
    const recording = { path, language: options.language, ...error.kind };
    const transcriptPath = await transcribeTo(folder, { blobs, transcription, key }, recording, hooks.signal);
    const workDirectory = join(folder, 'transcribed');
    await mkdir(workDirectory);
    return fileParser.parseFile(
      { ...request, workDirectory, options: { ...options, transcriptPath } },
      hooks,
    );
  }
}
