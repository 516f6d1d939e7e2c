import { proxyActivities } from '@temporalio/workflow';

const { nothing, post } = proxyActivities<{
  nothing(): Promise<void>;
  post(url: string): Promise<void>;
}>({ startToCloseTimeout: '1 minute' });

/** The least that a durable run can be: one activity that does nothing. */
export async function oneNothing(): Promise<void> {
  await nothing();
}

/** A delivery as it would be without anything of ours: one request, in a queue that is served in order. */
export async function onePost(url: string): Promise<void> {
  await post(url);
}
