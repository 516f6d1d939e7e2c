import { Context } from '@temporalio/activity';

/** A name that all attempts of this activity share, and those of no other one have. */
export function stepName(): string {
  const { workflowExecution, activityId } = Context.current().info;
  return `${workflowExecution?.runId ?? ''}/${activityId}`;
}
