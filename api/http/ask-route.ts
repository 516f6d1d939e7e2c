import { asRefusal } from './answer-errors';
import { requireRight } from './authenticate';
import { countRefusal } from './count-refusal';
import { errorAnswer } from './error-answer';
import { type Gate } from './mount-route';
import { audited } from './request-audit';
import { type AskRoute, type RouteRequest } from './route';
import { check } from './route-input';

type OuterRequest = Omit<RouteRequest<unknown, unknown, unknown>, 'ask'>;

/** Creates the function by which a handler lets other routes answer; see {@link AskRoute}. */
export function createAskRoute(
  { limit, audit, metrics }: Pick<Gate, 'limit' | 'audit' | 'metrics'>,
  outer: OuterRequest,
): AskRoute {
  const ask: AskRoute = async (route, { params: sentParams, body: sentBody, isCounted }) => {
    const { caller, requestId, log, ctx } = outer;
    const request = { route, caller, params: sentParams, body: undefined as unknown, requestId, log, ctx };
    try {
      return await audited(audit, request, async (record) => {
        requireRight(caller, route);
        if (isCounted) await limit(ctx, caller, route);
        await route.admit?.(caller);
        await record.admit();
        const params = check('path', route.params, sentParams);
        const body = route.body === 'stream' ? undefined : check('body', route.body, sentBody);
        request.body = body;
        return route.handle({ ...outer, params, query: {}, body, sentBody, ask });
      });
    } catch (thrown) {
      const { family } = route;
      const refusal = asRefusal(thrown, { ...outer, family, route });
      countRefusal(metrics, family, refusal);
      return errorAnswer(family, refusal, outer.ctx.path);
    }
  };
  return ask;
}
