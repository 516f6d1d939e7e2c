import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { indexBlobs, maskTriesMax } from '../../../src/domain/documents/index-job';
import { type ActivityDeps } from '../../deps';
import { whileAlive } from '../../attempt/while-alive';
import { withScratch } from '../../attempt/with-scratch';
import { boundedTries } from '../bounded-tries';
import { discreetly } from './discreet-failure';
import { type HeldFile, holdFile } from './held-file';
import { fileTries, withFileCodes } from './job-failures';
import { copyContent } from './local-content';
import { createMaskContent } from './mask-content';
import { createStoredNotes } from './masking-notes';
import { readParsed, storeParsed } from './parsed-blob';

/**
 * Masks files that were read. What was found in a range of a file is noted, so that another attempt continues
 * behind it.
 */
export function createMaskFile(deps: ActivityDeps): Pick<DocumentActivities, 'maskFile'> {
  const { blobs, jobFiles, piiModels, scratchFolder } = deps;
  const maskContent = createMaskContent(deps);

  async function mask(held: HeldFile, parsed: string, scratch: string, signal: AbortSignal): Promise<void> {
    const { job, row, writer, written } = held;
    const { documents: stored, warnings } = await readParsed(blobs, parsed);
    const folder = join(scratch, 'masked');
    await mkdir(folder);
    const blobsOf = (token: string) => indexBlobs(job._id).file(row.file, token);
    const notes = createStoredNotes(blobs, blobsOf('masking'), piiModels);
    const documents = await copyContent(blobs, stored, scratch, signal);
    const content = { filename: row.filename, told: row.input ?? {}, documents, warnings };
    const masked = await maskContent(held, content, { folder, notes }, signal);
    await held.enter('chunking');
    const key = await storeParsed(blobs, blobsOf(randomUUID()), { documents: masked, warnings: [] });
    await written(jobFiles.noteMaskedContent(job._id, row.file, writer, key));
  }

  return {
    maskFile: (ref) =>
      withFileCodes(async () => {
        const held = await holdFile(deps, ref, 'masking');
        if (held === null) return 'ended';
        const { parsed, maskedContent } = held.row;
        if (maskedContent != null) return 'go_on';
        if (parsed === null) throw new Error('the file was not parsed');
        await discreetly(held, () =>
          boundedTries(fileTries(held, maskTriesMax), () =>
            withScratch(scratchFolder, 'mask-', (scratch) =>
              whileAlive((signal) => mask(held, parsed, scratch, signal)),
            ),
          ),
        );
        return 'go_on';
      }),
  };
}
