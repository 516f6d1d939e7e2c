import { type Metrics } from '../../src/metrics';
import { newId } from '../../src/stores/mongo/new-id';
import { asRefusal } from './answer-errors';
import { requireRight } from './authenticate';
import { countRefusal } from './count-refusal';
import { errorAnswer } from './error-answer';
import { audited, type RequestAudit } from './request-audit';
import { countRequest, type RateLimitDeps } from './rate-limits';
import { type AnyRoute, type AskRoute, type RouteReply, type RouteRequest } from './route';
import { check } from './route-input';

type OuterRequest = Omit<RouteRequest<unknown, unknown, unknown>, 'ask'>;

interface AskRouteDeps extends RateLimitDeps {
  audit: RequestAudit;
  metrics: Metrics;
}

/** Lets another route answer for the caller of a request; see {@link AskRoute}. */
export async function askRoute(
  deps: AskRouteDeps,
  outer: OuterRequest,
  ...[route, { params: sentParams, query: sentQuery = {}, body: sentBody, isCounted }]: Parameters<AskRoute>
): Promise<RouteReply> {
  const { audit, metrics } = deps;
  const { caller, requestId, log, ctx } = outer;
  const request = { route, caller, params: sentParams, body: undefined as unknown, requestId, log, ctx };
  try {
    return await audited(audit, request, async (record) => {
      requireRight(caller, route);
      if (isCounted) await countRequest(deps, ctx, caller, route);
      await route.admit?.(caller);
      await record.admit();
      const params = check('path', route.params, sentParams);
      const query = check('query', route.query, sentQuery);
      const body = route.body === 'stream' ? undefined : check('body', route.body, sentBody);
      request.body = body;
      const ask: AskRoute = (...asked) => askRoute(deps, outer, ...asked);
      const ids = { newId: newIdOf(route), reservedId: null, repeated: false };
      return route.handle({ ...outer, ...ids, params, query, body, sentBody, ask });
    });
  } catch (thrown) {
    const { family } = route;
    const refusal = asRefusal(thrown, { ...outer, family, route });
    countRefusal(metrics, family, refusal);
    return errorAnswer(family, refusal, outer.ctx.path);
  }
}

function newIdOf({ idempotent }: AnyRoute): string {
  return idempotent === undefined ? '' : newId(idempotent.idPrefix);
}
