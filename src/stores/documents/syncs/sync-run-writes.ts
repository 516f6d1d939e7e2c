import { type Filter } from 'mongodb';
import {
  noSyncCounts,
  syncCheckAfterMs,
  type SyncError,
  type SyncJobType,
  type SyncOutcome,
} from '../../../domain/documents/sync';
import { type SyncCollection, type SyncRow, type SyncRun } from './sync-row';

/** A sync with a run under way. */
export type RunningSync = SyncRow & { run: SyncRun };

/** Names of the workflow that begins a run, and of the job that the run makes if it needs one. */
export interface NewRun {
  id: string;
  jobId: string;
}

export interface SyncRunEnd {
  error: SyncError | null;
  /** A sentence about the error for the owner; null without one. */
  message: string | null;
  /** The listing was believed and all that followed from it was done. */
  isGood: boolean;
  /** Whether there is a job of the run. */
  hasJob: boolean;
  /** Whether changes that were left for another round are taken up at once. */
  goesOn: boolean;
}

/** The writes of runs. Each names the run, so that one that has lost its sync matches nothing. */
export function syncRunWrites(rows: SyncCollection) {
  const signOfLife = (now = new Date()) => ({
    updatedAt: now,
    checkAt: new Date(now.getTime() + syncCheckAfterMs),
  });

  const ofRun = (syncId: string, runId: string): Filter<SyncRow> => ({
    _id: syncId,
    status: { $ne: 'inactive' },
    'run.id': runId,
  });

  return {
    /**
     * Tells of a job that the next run will do. One that was told of before and has not begun stays.
     *
     * @returns the sync with that job in `announced`; null when the sync is inactive
     */
    async announce(syncId: string, announced: { jobId: string; type: SyncJobType }): Promise<SyncRow | null> {
      await rows.updateOne(
        { _id: syncId, status: { $ne: 'inactive' }, announced: null, 'run.jobId': { $ne: announced.jobId } },
        { $set: { announced, ...signOfLife() } },
      );
      return rows.findOne({ _id: syncId, status: { $ne: 'inactive' } });
    },

    /**
     * Begins a run, or takes over one that an earlier workflow has left. What that has listed is listed anew;
     * what came after the listing continues where it stood.
     *
     * @returns null when the sync is inactive, or another workflow was faster
     */
    async beginRun(sync: SyncRow, { id, jobId }: NewRun, now = new Date()): Promise<RunningSync | null> {
      const { announced, run: former } = sync;
      if (former?.id === id) return sync as RunningSync;
      const type = sync.backfilled ? 'sync_reconcile' : 'sync_backfill';
      const job = announced ?? { jobId, type };
      const fresh = newRun({ id, ...job, announced: announced !== null, epoch: sync.epoch }, now);
      const isListed = former !== null && former.stage !== 'listing';
      const run = former === null ? fresh : isListed ? { ...former, id } : relisted(former, id, sync.epoch);
      const begun = await rows.findOneAndUpdate(
        {
          _id: sync._id,
          status: { $ne: 'inactive' },
          ...(former === null ? { run: null } : { 'run.id': former.id }),
          ...(announced === null ? { announced: null } : { 'announced.jobId': announced.jobId }),
        },
        {
          $set: {
            run,
            ...(former === null ? { announced: null } : {}),
            state: run.type === 'sync_backfill' ? 'backfilling' : 'reconciling',
            ...signOfLife(now),
          },
          // A run that has listed already knows nothing of later events.
          ...(run.stage === 'listing' && { $unset: { wanted: '' } }),
        },
        { returnDocument: 'after' },
      );
      return begun as RunningSync | null;
    },

    /** The sync of a run; null when it is no longer the run's. */
    async getRun(syncId: string, runId: string): Promise<RunningSync | null> {
      return (await rows.findOne(ofRun(syncId, runId))) as RunningSync | null;
    },

    /**
     * Notes progress of a run. False when the run is no longer the sync's, or another attempt has come
     * farther than `from`.
     *
     * @param from the run as it was read
     */
    async saveRun(
      syncId: string,
      from: SyncRun,
      progress: Partial<Pick<SyncRun, 'stage' | 'listing' | 'counts' | 'files' | 'more' | 'lastRecorded'>>,
    ): Promise<boolean> {
      const set = Object.fromEntries(Object.entries(progress).map(([name, value]) => [`run.${name}`, value]));
      const { matchedCount } = await rows.updateOne(
        {
          ...ofRun(syncId, from.id),
          'run.stage': from.stage,
          'run.counts.listed': from.counts.listed,
          'run.lastRecorded': from.lastRecorded,
        },
        { $set: { ...set, ...signOfLife() } },
      );
      return matchedCount === 1;
    },

    /** A run has compared: what it has found, for those who wait for it. */
    async saveOutcome(syncId: string, runId: string, outcome: SyncOutcome): Promise<void> {
      await rows.updateOne(ofRun(syncId, runId), { $set: { outcome, ...signOfLife() } });
    },

    /** A run is at work, though it has nothing to note. */
    async markAlive(syncId: string, runId: string): Promise<void> {
      await rows.updateOne(ofRun(syncId, runId), { $set: signOfLife() });
    },

    /** Counts documents that a run has removed. */
    async recordDeleted(syncId: string, runId: string, deleted: number): Promise<void> {
      await rows.updateOne(ofRun(syncId, runId), {
        $inc: { 'run.counts.deleted': deleted, 'outcome.counts.deleted': deleted },
        $set: signOfLife(),
      });
    },

    /**
     * Ends a run. One that continues is followed by another round, whose job has the id `nextJobId`.
     *
     * @returns the sync as it is then; null when the run is no longer its own
     */
    async endRun(
      sync: RunningSync,
      { error, message, isGood, hasJob, goesOn }: SyncRunEnd,
      nextJobId: string,
      now = new Date(),
    ): Promise<SyncRow | null> {
      const { run } = sync;
      const next = goesOn
        ? newRun({ ...run, jobId: nextJobId, announced: false, epoch: sync.epoch }, now)
        : null;
      const ended = await rows.findOneAndUpdate(
        ofRun(sync._id, run.id),
        {
          $set: {
            run: next,
            ...(goesOn
              ? {}
              : { state: error === null ? 'idle' : 'error', lastError: error, lastErrorMessage: message }),
            ...(isGood && !goesOn ? { backfilled: true, lastSyncAt: now } : {}),
            ...(isGood ? { lastListed: run.counts.listed } : {}),
            ...(hasJob ? { lastSyncJobId: run.jobId } : {}),
            ...(hasJob && run.type === 'sync_backfill' ? { lastBackfillJobId: run.jobId } : {}),
            ...signOfLife(now),
          },
        },
        { returnDocument: 'after' },
      );
      return ended;
    },
  };
}

function newRun(
  { id, jobId, type, announced, epoch }: Pick<SyncRun, 'id' | 'jobId' | 'type' | 'announced' | 'epoch'>,
  now: Date,
): SyncRun {
  return {
    id,
    jobId,
    type,
    announced,
    epoch,
    stage: 'listing',
    listing: { after: null, upTo: '', done: false },
    counts: noSyncCounts,
    files: 0,
    more: false,
    lastRecorded: -1,
    startedAt: now,
  };
}

/** A run that was left in its listing begins it again: what it was handed to continue by may be stale. */
function relisted(former: SyncRun, id: string, epoch: number): SyncRun {
  return newRun({ ...former, id, epoch }, former.startedAt);
}
