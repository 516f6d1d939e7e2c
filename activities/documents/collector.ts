import { Context } from '@temporalio/activity';
import { documentBlobs } from '../../src/domain/documents/document-blobs';
import { withHeartbeats } from '../attempt/with-heartbeats';
import { type ActivityDeps } from '../deps';
import { type RemovedBatch, type BatchCursor } from '../../src/domain/platform/activities';

/** Time of one attempt, well within its timeout; the next one continues. */
const flattenStintMs = 4 * 60_000;

export type UpkeepDeps = Pick<ActivityDeps, 'blobs' | 'documentUpkeep'>;

export function repairSearchIndex({
  documentUpkeep,
}: UpkeepDeps): Promise<{ repaired: number; more: boolean }> {
  return withHeartbeats(() => documentUpkeep.repairSearch());
}

export function removeUnseenVersions({ documentUpkeep, blobs }: UpkeepDeps): Promise<RemovedBatch> {
  return withHeartbeats(async () => {
    const versions = await documentUpkeep.removeVersions(checkCancelled);
    const figures = await documentUpkeep.removeGoneBlobs(
      (documentId) => blobs.deletePrefix(documentBlobs(documentId).prefix),
      checkCancelled,
    );
    return { removed: versions.removed, more: versions.more || figures.more };
  });
}

export function collectNamespaces(
  { documentUpkeep }: UpkeepDeps,
  { after }: BatchCursor,
): Promise<BatchCursor & { removed: number }> {
  return withHeartbeats(() => documentUpkeep.collectNamespaces(after, checkCancelled));
}

export function flattenCollection({
  documentUpkeep,
}: UpkeepDeps): Promise<{ flattened: number; more: boolean }> {
  return withHeartbeats(() =>
    documentUpkeep.flattenNext({ untilMs: Date.now() + flattenStintMs, onBatch: checkCancelled }),
  );
}

/** Stops between two batches when the attempt is cancelled; earlier batches stay. */
function checkCancelled() {
  Context.current().cancellationSignal.throwIfAborted();
}
