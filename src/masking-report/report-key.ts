import { randomBytes } from 'node:crypto';
import { createSealer, type Sealer } from '../signing/sealed-text';

const keyBytes = 32;

/**
 * Key of the masked values of a job, sealed like credentials. The values in the blob store have this key of
 * their own, so that a change of the sealing keys does not touch them, and that nobody reads them once the
 * row of the job has lost it.
 */
export function createReportKey(sealer: Sealer, jobId: string): string {
  return sealer.seal(randomBytes(keyBytes).toString('base64'), jobId);
}

/**
 * Sealer of the masked values of a job.
 *
 * @param sealed by `createReportKey`
 * @throws SealError
 */
export function openReportKey(sealer: Sealer, sealed: string, jobId: string): Sealer {
  return createSealer([Buffer.from(sealer.open(sealed, jobId) as string, 'base64')]);
}
