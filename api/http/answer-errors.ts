import { BlobsFull, BlobsUnavailable } from '../../src/blobs';
import { isStoreUnavailable } from '../../src/stores/mongo/mongo';
import { isSearchUnavailable, needsOperator } from '../../src/stores/elastic/search-unavailable';
import { type ApiContext, type ApiNext, type ApiState } from './context';
import { type Metrics } from '../../src/metrics';
import { countRefusal } from './count-refusal';
import { errorAnswer } from './error-answer';
import { errorRow, type Family, refusalOf } from './family';
import { type AnyRefusal, isRefusal, Refusal, ValidationError } from '../../src/domain/platform/refusal';
import { type AnyRoute } from './route';

const storeRetryAfterSeconds = 2;
/** `Retry-After` when the disk is full: an operator has to make room. */
const roomRetryAfterSeconds = 30;

/**
 * Middleware that answers every thrown error in the form of the route's family.
 *
 * @param familyOf returns the family of a path that no route matches
 */
export function answerErrors(familyOf: (path: string) => Family, metrics: Metrics) {
  return async (ctx: ApiContext, next: ApiNext): Promise<void> => {
    try {
      await next();
    } catch (thrown) {
      const { route } = ctx.state;
      const family = route?.family ?? familyOf(ctx.path);
      const refusal = asRefusal(thrown, { ...ctx.state, family, route });
      countRefusal(metrics, family, refusal);
      const answer = errorAnswer(family, refusal, ctx.path);
      ctx.body = JSON.stringify(answer.body);
      ctx.status = answer.status;
      ctx.set({ 'Content-Type': 'application/json; charset=utf-8', ...answer.headers });
      // After `Expect: 100-continue` the client may or may not send the body, so the next bytes on
      // the connection are ambiguous.
      if (ctx.req.headers.expect !== undefined) ctx.set('Connection', 'close');
    }
  };
}

/** A request that failed. */
interface FailedRequest extends Pick<ApiState, 'log' | 'requestId' | 'signal'> {
  family: Family;
  /** Null when no route matched. */
  route: AnyRoute | null;
}

/** Refusal for an error from a handler; faults of the service are logged. */
export function asRefusal(thrown: unknown, request: FailedRequest): AnyRefusal | ValidationError {
  logFailure(thrown, request);
  return refusalFor(thrown, request);
}

/** Refusal for an error from a handler. */
export function refusalFor(
  thrown: unknown,
  { route, requestId }: Pick<FailedRequest, 'route' | 'requestId'>,
): AnyRefusal | ValidationError {
  if (thrown instanceof ValidationError || isRefusal(thrown)) return thrown;
  if (isUnavailable(thrown))
    return new Refusal<string>(unavailableCode(route), {
      retryAfterSeconds: needsRoom(thrown) ? roomRetryAfterSeconds : storeRetryAfterSeconds,
      cause: thrown,
    });
  const message = `Something went wrong on our side. The request id is ${requestId}.`;
  return new Refusal('internal_error', { message, cause: thrown });
}

function logFailure(err: unknown, { family, log, signal }: FailedRequest): void {
  if (err instanceof ValidationError) return;
  if (isRefusal(err)) {
    if (refusalOf(family, err).status >= 500) log.warn({ err }, 'request refused');
  } else if (isUnavailable(err)) log.warn({ err }, 'the store is not available');
  else if (signal.aborted) log.info({ err }, 'request ended with its client');
  else log.error({ err }, 'request failed');
}

function isUnavailable(thrown: unknown): boolean {
  return isStoreUnavailable(thrown) || isSearchUnavailable(thrown) || thrown instanceof BlobsUnavailable;
}

function needsRoom(thrown: unknown): boolean {
  return thrown instanceof BlobsFull || needsOperator(thrown);
}

/** Error code for an unavailable store: the route's own code with status 503, otherwise the framework's. */
function unavailableCode(route: AnyRoute | null): string {
  const own = route?.errors.find((code) => errorRow(route.family, code).status === 503);
  return own ?? 'service_unavailable';
}
