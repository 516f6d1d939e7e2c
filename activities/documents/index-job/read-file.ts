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

export type ReadFileDeps = Pick<ActivityDeps, 'blobs' | 'fileParser' | 'transcriber'>;

/**
 * Reads a file of a job. A recording is found out by that; then its transcript is read in its place.
 *
 * @param request.workDirectory in a folder of this attempt alone, which the transcript is left in
 * @throws as the parser does; ApplicationFailure where a recording is refused
 */
export async function readFile(
  { fileParser, transcriber, blobs }: ReadFileDeps,
  request: FileParseRequest,
  { jobId, file }: { jobId: string; file: number },
  hooks: FileParseHooks,
): Promise<ParsedFile> {
  try {
    return await fileParser.parseFile(request, hooks);
  } catch (error) {
    if (!(error instanceof Untranscribed) || transcriber === null) throw error;
    const { path, options } = request;
    const folder = dirname(request.workDirectory);
    const key = `${indexBlobs(jobId).file(file, 'transcript')}segments.json`;
    const recording = { path, language: options.language, ...error.kind };
    const transcriptPath = await transcribeTo(folder, { blobs, transcriber, key }, recording, hooks.signal);
    const workDirectory = join(folder, 'transcribed');
    await mkdir(workDirectory);
    return fileParser.parseFile(
      { ...request, workDirectory, options: { ...options, transcriptPath } },
      hooks,
    );
  }
}
