import { asRefusal } from './answer-errors';
import { requireRight } from './authenticate';
import { errorAnswer } from './error-answer';
import { type createLimits } from './limits';
import { type AskRoute, type RouteRequest } from './route';
import { check } from './route-input';

type OuterRequest = Omit<RouteRequest<unknown, unknown, unknown>, 'ask'>;

/** Creates the function by which the handler of a request has other routes answer; see {@link AskRoute}. */
export function createAskRoute(limit: ReturnType<typeof createLimits>, outer: OuterRequest): AskRoute {
  const ask: AskRoute = async (route, { params: sentParams, body: sentBody, isCounted }) => {
    try {
      requireRight(outer.caller, route);
      if (isCounted) await limit(outer.caller, route);
      const params = check('path', route.params, sentParams);
      const body = route.body === 'stream' ? undefined : check('body', route.body, sentBody);
      return await route.handle({ ...outer, params, query: {}, body, sentBody, ask });
    } catch (thrown) {
      const { family } = route;
      return errorAnswer(family, asRefusal(thrown, { ...outer, family, route }), outer.ctx.path);
    }
  };
  return ask;
}
