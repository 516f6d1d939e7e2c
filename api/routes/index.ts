import { version } from '../../package.json';
import { type ApiDeps } from '../deps';
import { type AnyRoute } from '../route';
import { blobRoutes } from './blobs';
import { chunkMetadataRoutes } from './chunk-metadata';
import { chunkRoutes } from './chunks';
import { collectionRoutes } from './collections';
import { docsRoutes } from './docs';
import { documentMetadataRoutes } from './document-metadata';
import { documentRoutes } from './documents';
import { evaluationRoutes } from './evaluations';
import { healthRoutes } from './health';
import { indexJobRoutes } from './index-jobs';
import { indexingRoutes } from './indexing';
import { parseJobRoutes } from './parse-jobs';
import { queryRoutes } from './queries';
import { queryHistoryRoutes } from './query-history';
import { queryLatencyRoutes } from './query-latency';
import { relationRoutes } from './relations';
import { uploadRoutes } from './uploads';
import { webhookRoutes } from './webhooks';

/** Every route of the service, in the order in which the documentation shows them. */
export function allRoutes(deps: ApiDeps): AnyRoute[] {
  const routes: AnyRoute[] = [
    ...collectionRoutes(deps),
    ...indexingRoutes(deps),
    ...indexJobRoutes(deps),
    ...documentRoutes(deps),
    ...chunkRoutes(deps),
    ...documentMetadataRoutes(deps),
    ...chunkMetadataRoutes(deps),
    ...relationRoutes(deps),
    ...queryRoutes(deps),
    ...queryLatencyRoutes(deps),
    ...queryHistoryRoutes(deps),
    ...evaluationRoutes(deps),
    ...uploadRoutes(deps),
    ...parseJobRoutes(deps),
    ...webhookRoutes(deps),
    ...blobRoutes(deps),
    ...healthRoutes(deps),
  ];
  routes.push(...docsRoutes(() => routes, version));
  return routes;
}
