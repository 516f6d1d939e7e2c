import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { type IndexFileRef, type FileStep } from '../../../src/domain/documents/activities';
import { indexBlobs, maskTriesMax } from '../../../src/domain/documents/index-job';
import { type ActivityDeps } from '../../deps';
import { whileAlive } from '../../attempt/while-alive';
import { withScratch } from '../../attempt/with-scratch';
import { boundedTries } from '../bounded-tries';
import { withRedactedErrors } from './redacted-failure';
import { type FileLease, leaseFile, type Holding } from './file-lease';
import { fileTries, withFileCodes } from './job-failures';
import { copyContent } from './local-content';
import { type MaskContentDeps, maskContent } from './mask-content';
import { createStoredNotes } from './masking-notes';
import { readParsed, storeParsed } from './parsed-blob';

export type MaskFileDeps = Pick<ActivityDeps, 'blobs' | 'jobFiles' | 'piiModels' | 'scratchFolder'> &
  Holding &
  MaskContentDeps;

/**
 * Masks a parsed file. Results for each range of the file are noted, so that another attempt continues after
 * them.
 */
export function maskFile(deps: MaskFileDeps, ref: IndexFileRef): Promise<FileStep> {
  return withFileCodes(async () => {
    const held = await leaseFile(deps, ref, 'masking');
    if (held === null) return 'ended';
    const { parsed, maskedContent } = held.row;
    if (maskedContent != null) return 'go_on';
    if (parsed === null) throw new Error('the file was not parsed');
    await withRedactedErrors(held, () =>
      boundedTries(fileTries(held, maskTriesMax), () =>
        withScratch(deps.scratchFolder, 'mask-', (scratch) =>
          whileAlive((signal) => mask(deps, held, parsed, scratch, signal)),
        ),
      ),
    );
    return 'go_on';
  });
}

async function mask(
  deps: MaskFileDeps,
  held: FileLease,
  parsed: string,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  const { job, row, writer, written } = held;
  const { documents: stored, warnings } = await readParsed(deps.blobs, parsed);
  const folder = join(scratch, 'masked');
  await mkdir(folder);
  const blobsOf = (token: string) => indexBlobs(job._id).file(row.file, token);
  const notes = createStoredNotes(deps.blobs, blobsOf('masking'), deps.piiModels);
  const documents = await copyContent(deps.blobs, stored, scratch, signal);
  const content = { filename: row.filename, told: row.input ?? {}, documents, warnings };
  const masked = await maskContent(deps, held, content, { folder, notes }, signal);
  await held.enter('chunking');
  const key = await storeParsed(deps.blobs, blobsOf(randomUUID()), { documents: masked, warnings: [] });
  await written(deps.jobFiles.saveMaskedContent(job._id, row.file, writer, key));
}
