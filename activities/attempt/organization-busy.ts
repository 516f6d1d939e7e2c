import { ApplicationFailure } from '@temporalio/activity';
import { organizationBusy } from '../../src/domain/platform/organization-turn';

/**
 * Failure of an attempt whose organization has all that it may have at once.
 *
 * @param what it has, such as `slots of this worker`
 * @param pauseMs until it comes again
 */
export function organizationBusyFailure(what: string, pauseMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type: organizationBusy,
    message: `The organization has as many ${what} as it may have.`,
    category: 'BENIGN',
    nextRetryDelay: pauseMs,
  });
}

/** Pause of a job for each one that has to end before it may begin. */
const pauseMsPerJob = 250;
const pauseMsMax = 15_000;

/**
 * Lets a job through that is among the first of its organization.
 *
 * @param ahead number of jobs of the organization that are at work or go before it
 * @param atOnceMax number of them that may be at work at once
 * @param what they are, such as `builds at work`
 * @throws ApplicationFailure `OrganizationBusy` for a job that has to wait; its attempt takes no slot
 */
export function waitBehind(ahead: number, atOnceMax: number, what: string): void {
  if (ahead < atOnceMax) return;
  throw organizationBusyFailure(what, Math.min(pauseMsMax, (ahead - atOnceMax + 1) * pauseMsPerJob));
}
