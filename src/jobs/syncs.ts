import { type Client } from '@temporalio/client';
import { syncScheduleId } from '../domain/documents/run-ids';
import { type SyncTiming } from '../domain/documents/sync';
import { SEARCH_ATTRIBUTES } from '../domain/platform/search-attributes';
import { type Tenant } from '../domain/platform/tenancy';
import { listStopped } from './runs';
import { putSchedule, removeSchedule, triggerSchedule } from '../temporal/run-schedule';

/** What the schedule of a sync needs to know of it. */
export interface ScheduledSync extends Tenant, SyncTiming {
  _id: string;
  collectionName: string;
}

/** Schedules of syncs. Every function may throw `JobsUnavailable`. */
export interface SyncJobs {
  syncs: {
    /** Updates the schedule of a sync from its row; an inactive sync has none. */
    put(sync: ScheduledSync): Promise<void>;
    /** Starts a run as soon as none is running, also for a paused sync. */
    trigger(syncId: string): Promise<void>;
    /** Ids of syncs of which a run was stopped since then, as in `JobRuns.stoppedSince`. */
    stoppedSince(since: Date): Promise<string[]>;
  };
}

/** Creates the access to the schedules of syncs in the client's namespace. */
export function createSyncJobs(client: Client): SyncJobs {
  return {
    syncs: {
      async put({ _id: syncId, status, intervalMinutes, scheduledFrom, ...sync }) {
        const scheduleId = syncScheduleId(syncId);
        if (status === 'inactive') return removeSchedule(client, scheduleId);
        const { organizationId, environment, collectionName } = sync;
        return putSchedule(client, {
          scheduleId,
          workflowType: 'sourceSync',
          args: [{ syncId }],
          everyMs: intervalMinutes === null ? null : intervalMinutes * 60_000,
          from: scheduledFrom,
          paused: status === 'paused',
          typedSearchAttributes: [
            { key: SEARCH_ATTRIBUTES.organizationId, value: organizationId },
            { key: SEARCH_ATTRIBUTES.environment, value: environment },
            { key: SEARCH_ATTRIBUTES.collectionName, value: collectionName },
          ],
          staticSummary: `Sync ${collectionName} for ${organizationId} (${environment})`,
          staticDetails: `Sync \`${syncId}\`, \`GET /v2/syncs/${syncId}\``,
        });
      },
      trigger: (syncId) => triggerSchedule(client, syncScheduleId(syncId)),
      async stoppedSince(since) {
        const stopped = { workflowType: 'sourceSync', prefix: syncScheduleId(''), since, mayFail: true };
        // The schedule appends the time of its action to its own id.
        const ids = (await listStopped(client, stopped)).map((rest) => rest.slice(0, rest.indexOf('-')));
        return [...new Set(ids)];
      },
    },
  };
}
