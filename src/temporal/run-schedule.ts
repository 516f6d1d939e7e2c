import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { type SearchAttributePair } from '@temporalio/common';
import { workflowQueue } from '../domain/platform/task-queues';
import { callTemporal } from './temporal-call';
import { whereFound } from './temporal-setup';

/** Starts of many schedules spread over a tenth of their interval, five minutes at most. */
const jitterShare = 0.1;
const jitterMsMax = 5 * 60_000;
const catchupMsMin = 60_000;

/** A schedule that belongs to a resource; its id begins the workflow ids of its runs. */
export interface RunSchedule {
  scheduleId: string;
  workflowType: string;
  args: unknown[];
  /** Null for a schedule that starts runs only when it is triggered. */
  everyMs: number | null;
  /** Moment from which intervals are counted. */
  from: Date;
  paused: boolean;
  typedSearchAttributes: SearchAttributePair[];
  staticSummary: string;
  staticDetails: string;
}

/**
 * Makes a schedule, or brings it up to date. At most one run of it is under way.
 *
 * @throws JobsUnavailable
 */
export async function putSchedule(client: Client, schedule: RunSchedule): Promise<void> {
  const { scheduleId, paused } = schedule;
  const wanted = wantedOf(schedule);
  const state = { paused };
  try {
    await callTemporal(() => client.schedule.create({ scheduleId, ...wanted, state }));
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const handle = client.schedule.getHandle(scheduleId);
    await whereFound(() => handle.update(() => ({ ...wanted, state })), undefined);
  }
}

/**
 * Starts a run as soon as no other is under way, of a paused schedule too; of several requests in the meantime
 * one remains. Nothing happens where there is no schedule.
 *
 * @throws JobsUnavailable
 */
export async function triggerSchedule(client: Client, scheduleId: string): Promise<void> {
  const handle = client.schedule.getHandle(scheduleId);
  await whereFound(() => handle.trigger(ScheduleOverlapPolicy.BUFFER_ONE), undefined);
}

/** Removes a schedule, if there is one. @throws JobsUnavailable */
export async function removeSchedule(client: Client, scheduleId: string): Promise<void> {
  await whereFound(() => client.schedule.getHandle(scheduleId).delete(), undefined);
}

function wantedOf(schedule: RunSchedule) {
  const { scheduleId, everyMs, from, workflowType, args } = schedule;
  const { typedSearchAttributes, staticSummary, staticDetails } = schedule;
  const spec = {
    intervals: [{ every: everyMs ?? 0, offset: from.getTime() % (everyMs ?? 1) }],
    startAt: from,
    jitter: Math.min(jitterMsMax, (everyMs ?? 0) * jitterShare),
  };
  return {
    spec: everyMs === null ? {} : spec,
    action: {
      type: 'startWorkflow' as const,
      workflowType,
      args,
      typedSearchAttributes,
      staticSummary,
      staticDetails,
      workflowId: scheduleId,
      taskQueue: workflowQueue,
    },
    // After an outage one run does the work of all that were missed.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: Math.max(catchupMsMin, everyMs ?? 0) },
  };
}
