import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { type SearchAttributePair } from '@temporalio/common';
import { workflowQueue } from '../domain/platform/task-queues';
import { callTemporal } from './temporal-call';
import { whereFound } from './temporal-setup';

/**
 * Jitter of a schedule: a tenth of its interval, five minutes at most, which spreads the starts of many
 * schedules.
 */
const jitterShare = 0.1;
const jitterMsMax = 5 * 60_000;
const catchupMsMin = 60_000;

/** A schedule of a resource; its id is the prefix of the workflow ids of its runs. */
export interface RunSchedule {
  scheduleId: string;
  workflowType: string;
  args: unknown[];
  /** Null for a schedule without intervals, which only starts when triggered. */
  everyMs: number | null;
  /** Start of the first interval. */
  from: Date;
  paused: boolean;
  typedSearchAttributes: SearchAttributePair[];
  staticSummary: string;
  staticDetails: string;
}

/**
 * Creates or updates a schedule. At most one of its runs is open.
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
 * Starts a run as soon as no other is open, also for a paused schedule; several requests meanwhile start one
 * run. Does nothing without a schedule.
 *
 * @throws JobsUnavailable
 */
export async function triggerSchedule(client: Client, scheduleId: string): Promise<void> {
  const handle = client.schedule.getHandle(scheduleId);
  await whereFound(() => handle.trigger(ScheduleOverlapPolicy.BUFFER_ONE), undefined);
}

/** Removes a schedule, if it exists. @throws JobsUnavailable */
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
    // After an outage a single run replaces all missed ones.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: Math.max(catchupMsMin, everyMs ?? 0) },
  };
}
