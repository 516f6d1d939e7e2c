import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { indexBlobs } from '../../../src/domain/documents/index-job';
import { parseTriesMax } from '../../../src/domain/documents/parse-lane';
import { type FileInput } from '../../../src/stores/documents/index-jobs/file-input';
import { type ActivityDeps } from '../../deps';
import { boundedTries } from '../bounded-tries';
import { discreetly } from './discreet-failure';
import { createEndUnread } from './end-unread';
import { type HeldFile, holdFile } from './held-file';
import { fileTries, withFileCodes } from './job-failures';
import { createPageNotes } from './page-notes';
import { parseOptionsOf } from './parse-options';
import { storeParsed } from './parsed-blob';
import { createFileReader } from './read-file';
import { whileAlive } from '../../attempt/while-alive';
import { withScratch } from '../../attempt/with-scratch';

/** Reads files into documents and chunks, on threads of their own; what they leave goes to the blob store. */
export function createParseFile(deps: ActivityDeps): Pick<DocumentActivities, 'parseFile'> {
  const { blobs, indexJobs, jobFiles, scratchFolder } = deps;
  const readFile = createFileReader(deps);
  const endUnread = createEndUnread(deps);

  async function parse(
    held: HeldFile,
    input: FileInput,
    scratch: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { job, row, writer, written } = held;
    const options = await parseOptionsOf(deps, job);
    const workDirectory = join(scratch, 'work');
    await mkdir(workDirectory);
    const local = await blobs.localFile(input.key, scratch, signal);
    try {
      const { filename } = row;
      const request = { path: local.path, filename, contentType: input.contentType, workDirectory, options };
      const notes = createPageNotes(deps, held);
      const hooks = { signal, onProgress: notes.take };
      const reading = readFile(request, { jobId: job._id, file: row.file }, hooks);
      await Promise.allSettled([reading]);
      await notes.settled();
      const parsed = await reading;
      const isMasked = job.options.masking != null;
      if (!isMasked) await held.enter('chunking');
      const prefix = indexBlobs(job._id).file(row.file, randomUUID());
      const key = await storeParsed(blobs, prefix, parsed);
      if (!isMasked)
        await indexJobs.noteWarnings(
          job._id,
          parsed.warnings.map((warning) => `${filename}: ${warning}`),
        );
      const { modality } = parsed.documents[0]!;
      await written(jobFiles.noteParsed(job._id, row.file, writer, { parsed: key, modality }));
    } finally {
      await local.release();
    }
  }

  return {
    parseFile: (ref) =>
      withFileCodes(async () => {
        const held = await holdFile(deps, ref, 'extracting');
        if (held === null) return 'ended';
        const { input, parsed } = held.row;
        if (parsed !== null) return 'go_on';
        if (input === null) throw new Error('the file was not fetched');
        if (await endUnread(held, input.sha256)) return 'ended';
        await discreetly(held, () =>
          boundedTries(fileTries(held, parseTriesMax), () =>
            withScratch(scratchFolder, 'file-', (scratch) =>
              whileAlive((signal) => parse(held, input, scratch, signal)),
            ),
          ),
        );
        return 'go_on';
      }),
  };
}
