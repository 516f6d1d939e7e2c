import { Context } from '@temporalio/activity';

/** A name that is common to all attempts of this activity, and unique to it. */
export function stepName(): string {
  const { workflowExecution, activityId } = Context.current().info;
  return `${workflowExecution?.runId ?? ''}/${activityId}`;
}
