import { isStoreUnavailable } from '../../src/stores';
import { RequestError, ValidationError } from '../../src/domain/errors';
import { type ApiContext, type ApiNext } from '../context';
import { errorAnswer, familyOfPath } from '../error-body';

const storeRetryAfterSeconds = 2;

/** Turns whatever was thrown inside into the error body of the route's family. */
export async function answerErrors(ctx: ApiContext, next: ApiNext): Promise<void> {
  try {
    await next();
  } catch (thrown) {
    const error = asRefusal(thrown, ctx);
    const answer = errorAnswer(ctx.state.route?.family ?? familyOfPath(ctx.path), error, ctx.path);
    ctx.body = JSON.stringify(answer.body);
    ctx.status = answer.status;
    ctx.set({ 'Content-Type': 'application/json; charset=utf-8', ...answer.headers });
  }
}

function asRefusal(thrown: unknown, ctx: ApiContext): RequestError | ValidationError {
  const { log, requestId, signal } = ctx.state;
  if (thrown instanceof RequestError || thrown instanceof ValidationError) {
    if (thrown instanceof RequestError && thrown.status >= 500) log.warn({ err: thrown }, 'request refused');
    return thrown;
  }
  if (isStoreUnavailable(thrown)) {
    log.warn({ err: thrown }, 'the store is not available');
    return new RequestError('service_unavailable', {
      retryAfterSeconds: storeRetryAfterSeconds,
      cause: thrown,
    });
  }
  if (signal.aborted) log.info({ err: thrown }, 'request ended with its client');
  else log.error({ err: thrown }, 'request failed');
  return new RequestError('internal_error', {
    message: `Something went wrong on our side. The request id is ${requestId}.`,
    cause: thrown,
  });
}
