import { randomBytes } from 'node:crypto';
import { createSealer, type Sealer } from '../signing/sealed-text';

const keyBytes = 32;

/**
 * Creates the key of the masked values of a job, sealed like credentials. Values in the blob store are sealed
 * with it, so that a change of the sealing keys does not concern them, and so that they cannot be read once
 * the row of the job has lost the key.
 */
export function createReportKey(sealer: Sealer, jobId: string): string {
  return sealer.seal(randomBytes(keyBytes).toString('base64'), jobId);
}

/**
 * The sealer of the masked values of a job.
 *
 * @param sealed result of `createReportKey`
 * @throws SealError
 */
export function openReportKey(sealer: Sealer, sealed: string, jobId: string): Sealer {
  return createSealer([Buffer.from(sealer.open(sealed, jobId) as string, 'base64')]);
}
