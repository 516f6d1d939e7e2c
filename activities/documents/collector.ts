import { Context } from '@temporalio/activity';
import { type DocumentActivities } from '../../src/domain/documents/activities';
import { documentBlobs } from '../../src/domain/documents/document-blobs';
import { beating } from '../attempt/beating';
import { type ActivityDeps } from '../deps';

/** Well within the time that an attempt has; what is left continues with the next one. */
const flattenStintMs = 4 * 60_000;

type Upkeep = 'repairSearchIndex' | 'removeUnseenVersions' | 'collectNamespaces' | 'flattenCollection';

/** The background work of documents, a batch at a time. */
export function createCollector({
  blobs,
  documentUpkeep,
}: Pick<ActivityDeps, 'blobs' | 'documentUpkeep'>): Pick<DocumentActivities, Upkeep> {
  /** Stops between two batches when the attempt is cancelled; what was done stays done. */
  const checkCancelled = () => {
    Context.current().cancellationSignal.throwIfAborted();
  };

  return {
    repairSearchIndex: () => beating(() => documentUpkeep.repairSearch()),

    removeUnseenVersions: () =>
      beating(async () => {
        const versions = await documentUpkeep.removeVersions(checkCancelled);
        const figures = await documentUpkeep.removeGoneBlobs(
          (documentId) => blobs.deletePrefix(documentBlobs(documentId).prefix),
          checkCancelled,
        );
        return { removed: versions.removed, more: versions.more || figures.more };
      }),

    collectNamespaces: ({ after }) => beating(() => documentUpkeep.collectNamespaces(after, checkCancelled)),

    flattenCollection: () =>
      beating(() =>
        documentUpkeep.flattenNext({ untilMs: Date.now() + flattenStintMs, onBatch: checkCancelled }),
      ),
  };
}
