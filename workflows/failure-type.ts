import { type ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** Code of a failed activity, null when it has none. */
export function typeOf({ cause }: ActivityFailure): string | null {
  return cause instanceof ApplicationFailure ? (cause.type ?? null) : null;
}
