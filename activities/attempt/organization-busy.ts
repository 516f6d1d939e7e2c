import { ApplicationFailure } from '@temporalio/activity';
import { organizationBusy } from '../../src/domain/platform/organization-turn';

/**
 * Failure of an attempt whose organization has reached a limit.
 *
 * @param what the limited resource, such as `slots of this worker`
 * @param pauseMs pause before the retry
 */
export function organizationBusyFailure(what: string, pauseMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type: organizationBusy,
    message: `The organization has as many ${what} as it may have.`,
    category: 'BENIGN',
    nextRetryDelay: pauseMs,
  });
}

/** Pause of a waiting job for each job ahead of it. */
const pauseMsPerJob = 250;
const pauseMsMax = 15_000;

/**
 * Lets a job begin if it is among the first of its organization.
 *
 * @param ahead number of jobs of the organization that are running or ahead of it
 * @param atOnceMax number of them that may run at once
 * @param what description of them, such as `builds at work`
 * @throws ApplicationFailure `OrganizationBusy` for a job that has to wait, which then occupies no slot
 */
export function waitBehind(ahead: number, atOnceMax: number, what: string): void {
  if (ahead < atOnceMax) return;
  throw organizationBusyFailure(what, Math.min(pauseMsMax, (ahead - atOnceMax + 1) * pauseMsPerJob));
}
