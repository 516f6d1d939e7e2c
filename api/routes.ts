import { version } from '../package.json';
import { jobEvents } from '../src/job-events';
import { type ApiDeps } from './deps';
import { type AnyRoute } from './http/route';
import { blobRoutes } from './platform/routes/blobs';
import { chunkMetadataRoutes } from './documents/routes/chunk-metadata';
import { chunkRoutes } from './documents/routes/chunks';
import { collectionRoutes } from './documents/routes/collections';
import { docsRoutes } from './platform/routes/docs';
import { documentMetadataRoutes } from './documents/routes/document-metadata';
import { documentRoutes } from './documents/routes/documents';
import { evaluationRoutes } from './documents/routes/evaluations';
import { healthRoutes } from './platform/routes/health';
import { indexJobRoutes } from './documents/routes/index-jobs';
import { indexingRoutes } from './documents/routes/indexing';
import { parseJobRoutes } from './documents/routes/parse-jobs';
import { queryRoutes } from './documents/routes/queries';
import { queryHistoryRoutes } from './documents/routes/query-history';
import { queryLatencyRoutes } from './documents/routes/query-latency';
import { relationRoutes } from './documents/routes/relations';
import { spreadsheetSniffer } from './documents/spreadsheet-sniffer';
import { uploadRoutes } from './platform/routes/uploads';
import { webhookRoutes } from './platform/routes/webhooks';

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
    ...uploadRoutes({ ...deps, sniffSpreadsheet: spreadsheetSniffer }),
    ...parseJobRoutes(deps),
    ...webhookRoutes({ ...deps, events: jobEvents }),
    ...blobRoutes(deps),
    ...healthRoutes(deps),
  ];
  routes.push(...docsRoutes(() => routes, version));
  return routes;
}
