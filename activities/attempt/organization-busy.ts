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
