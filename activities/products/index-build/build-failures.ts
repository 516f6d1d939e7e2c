import { ApplicationFailure } from '@temporalio/activity';
import { productJobNotRunning, type ProductJobState } from '../../../src/domain/products/product-job';

/** Failure for a job that has ended outside the run: the attempt stops without an error. */
export function jobOver(state: ProductJobState | null): ApplicationFailure {
  return ApplicationFailure.create({
    type: productJobNotRunning,
    message: state === null ? 'The job does not exist.' : `The job is ${state}.`,
    details: [state],
    nonRetryable: true,
    category: 'BENIGN',
  });
}

/** Failure of a build whose cause the owner can fix; `message` is a sentence for them. */
export function buildVerdict(
  type: 'BAD_VALUES' | 'BUILD_QUALITY' | 'NO_RECORDS',
  message: string,
): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true, category: 'BENIGN' });
}

/** Failure of a build by a permanent fault of the service. */
export function engineFailure(message: string, cause: Error): ApplicationFailure {
  return ApplicationFailure.create({ type: 'ENGINE_ERROR', message, nonRetryable: true, cause });
}
