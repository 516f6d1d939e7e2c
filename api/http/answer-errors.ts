import {
  DOCUMENT_ERRORS,
  type DocumentErrorCode,
  RequestError,
  ValidationError,
} from '../../src/domain/platform/errors';
import { BlobsUnavailable } from '../../src/blobs';
import { isStoreUnavailable } from '../../src/stores/mongo/mongo';
import { isSearchUnavailable } from '../../src/stores/elastic/search-unavailable';
import { type ApiContext, type ApiNext } from './context';
import { errorAnswer, familyOfPath } from './error-body';
import { type AnyRoute } from './route';

const storeRetryAfterSeconds = 2;

/** Turns whatever was thrown inside into the error body of the route's family. */
export async function answerErrors(ctx: ApiContext, next: ApiNext): Promise<void> {
  try {
    await next();
  } catch (thrown) {
    const { route } = ctx.state;
    const answer = errorAnswer(route?.family ?? familyOfPath(ctx.path), asRefusal(thrown, ctx), ctx.path);
    ctx.body = JSON.stringify(answer.body);
    ctx.status = answer.status;
    ctx.set({ 'Content-Type': 'application/json; charset=utf-8', ...answer.headers });
    // A client that waited with its body may send it or not: what comes next on the connection cannot be told.
    if (ctx.req.headers.expect !== undefined) ctx.set('Connection', 'close');
  }
}

function asRefusal(thrown: unknown, ctx: ApiContext): RequestError | ValidationError {
  const { log, requestId, route, signal } = ctx.state;
  if (thrown instanceof ValidationError) return thrown;
  if (thrown instanceof RequestError) {
    if (thrown.status >= 500) log.warn({ err: thrown }, 'request refused');
    return thrown;
  }
  if (isStoreUnavailable(thrown) || isSearchUnavailable(thrown) || thrown instanceof BlobsUnavailable) {
    log.warn({ err: thrown }, 'the store is not available');
    return new RequestError(unavailableCode(route), {
      retryAfterSeconds: storeRetryAfterSeconds,
      cause: thrown,
    });
  }
  if (signal.aborted) log.info({ err: thrown }, 'request ended with its client');
  else log.error({ err: thrown }, 'request failed');
  const message = `Something went wrong on our side. The request id is ${requestId}.`;
  return new RequestError('internal_error', { message, cause: thrown });
}

/** What a route calls the loss of its store. */
function unavailableCode(route: AnyRoute | null): DocumentErrorCode {
  return route?.errors.find((code) => DOCUMENT_ERRORS[code].status === 503) ?? 'service_unavailable';
}
