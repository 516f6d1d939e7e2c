import { version } from '../../package.json';
import { type ApiDeps } from '../deps';
import { type AnyRoute } from '../route';
import { blobRoutes } from './blobs';
import { collectionRoutes } from './collections';
import { docsRoutes } from './docs';
import { healthRoutes } from './health';
import { parseJobRoutes } from './parse-jobs';
import { uploadRoutes } from './uploads';

/** Every route of the service, in the order in which the documentation shows them. */
export function allRoutes(deps: ApiDeps): AnyRoute[] {
  const routes: AnyRoute[] = [
    ...collectionRoutes(deps),
    ...uploadRoutes(deps),
    ...parseJobRoutes(deps),
    ...blobRoutes(deps),
    ...healthRoutes(deps),
  ];
  routes.push(...docsRoutes(() => routes, version));
  return routes;
}
