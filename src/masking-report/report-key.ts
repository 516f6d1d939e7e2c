import { randomBytes } from 'node:crypto';
import { createSealer, type Sealer } from '../signing/sealed-text';

const keyBytes = 32;

/**
 * Creates the key for the masked values of a job, sealed like credentials. It seals the values in the blob
 * store. A change of the sealing keys therefore does not affect them, and they become unreadable once the row
 * of the job has lost the key.
 */
export function createReportKey(sealer: Sealer, jobId: string): string {
  return sealer.seal(randomBytes(keyBytes).toString('base64'), jobId);
}

/**
 * Opens the key for the masked values of a job.
 *
 * @param sealed result of `createReportKey`
 * @throws SealError
 */
export function openReportKey(sealer: Sealer, sealed: string, jobId: string): Sealer {
  return createSealer([Buffer.from(sealer.open(sealed, jobId) as string, 'base64')]);
}
