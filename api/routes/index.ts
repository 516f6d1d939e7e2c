import { type ApiDeps } from '../deps';
import { type AnyRoute } from '../route';
import { healthRoutes } from './health';

/** Every route of the service. */
export function allRoutes(deps: ApiDeps): AnyRoute[] {
  return [...healthRoutes(deps)];
}
