import { version } from '../package.json';
import { jobEvents } from '../src/job-events';
import { type ApiDeps } from './deps';
import { documentsDetail, documentsError } from './documents/family';
import { documentsIntroduction, documentTags } from './documents/introduction';
import { type Family } from './http/family';
import { createOpenApiDocument, type OpenApiDocument, tagsOf } from './http/openapi/document';
import { type AnyRoute } from './http/route';
import { introduction, platformTags } from './platform/docs/introduction';
import { blobRoutes } from './platform/routes/blobs';
import { chunkMetadataRoutes } from './documents/routes/chunk-metadata';
import { chunkRoutes } from './documents/routes/chunks';
import { collectionRoutes } from './documents/routes/collections';
import { docsRoutes } from './platform/routes/docs';
import { documentMetadataRoutes } from './documents/routes/document-metadata';
import { documentRoutes } from './documents/routes/documents';
import { evaluationRoutes } from './documents/routes/evaluations';
import { consoleRoutes } from './platform/routes/console';
import { creditRoutes } from './platform/routes/credits';
import { healthRoutes } from './platform/routes/health';
import { indexJobRoutes } from './documents/routes/index-jobs';
import { indexingRoutes } from './documents/routes/indexing';
import { maskingReportRoutes } from './documents/routes/masking-reports';
import { parseJobRoutes } from './documents/routes/parse-jobs';
import { queryRoutes } from './documents/routes/queries';
import { queryHistoryRoutes } from './documents/routes/query-history';
import { queryLatencyRoutes } from './documents/routes/query-latency';
import { relationRoutes } from './documents/routes/relations';
import { syncRoutes } from './documents/routes/syncs';
import { spreadsheetSniffer } from './documents/spreadsheet-sniffer';
import { uploadRoutes } from './platform/routes/uploads';
import { webhookRoutes } from './platform/routes/webhooks';
import { products } from './products/family';
import { productsIntroduction, productTags } from './products/introduction';
import { productAliasRoutes } from './products/routes/aliases';
import { productAuditRoutes } from './products/routes/audit';
import { productAssignmentRoutes } from './products/routes/assignment';
import { productBuildRoutes } from './products/routes/builds';
import { productExperimentRoutes } from './products/routes/experiments';
import { productImportRoutes } from './products/routes/imports';
import { productIndexRoutes } from './products/routes/indexes';
import { productKeyRoutes } from './products/routes/keys';
import { productJobRoutes } from './products/routes/jobs';
import { productSettingsRoutes } from './products/routes/settings';
import { recordRoutes } from './products/routes/records';
import { recordUploadRoutes } from './products/routes/record-uploads';
import { productSearchRoutes } from './products/routes/search';
import { createSearchTargets } from './products/search/search-targets';

const tagTexts = { ...documentTags, ...productTags, ...platformTags };

/** Parts of the API that have an OpenAPI document of their own. */
const describedParts = [
  { id: 'documents', title: 'Documents', texts: [documentsIntroduction] },
  { id: 'product-search', title: 'Product search', texts: [productsIntroduction] },
  { id: 'service', title: 'Service', texts: [] },
] as const;

/** All routes of the service, in the order of the documentation. */
export function allRoutes(deps: ApiDeps): AnyRoute[] {
  const ofDocuments = documentsRoutes(deps);
  const ofProducts = productsRoutes(deps);
  const ofService: AnyRoute[] = [
    ...blobRoutes(deps, documentsDetail),
    ...healthRoutes(deps, documentsError),
    ...docsRoutes({ parts: describedParts, describe }, documentsError),
    ...consoleRoutes(deps, documentsError),
  ];
  const routesOf = { documents: ofDocuments, 'product-search': ofProducts, service: ofService };

  function describe(id: string | undefined): OpenApiDocument {
    const part = describedParts.find((one) => one.id === id);
    if (part !== undefined)
      return createOpenApiDocument(routesOf[part.id], {
        title: `Sheaf: ${part.title.toLowerCase()}`,
        version,
        description: [introduction, ...part.texts].join('\n\n'),
        tagTexts,
      });
    const groups = describedParts.map(({ id: name, title }) => ({ title, routes: routesOf[name] }));
    return createOpenApiDocument(
      groups.flatMap(({ routes }) => routes),
      {
        title: 'Sheaf',
        version,
        description: [introduction, ...describedParts.flatMap(({ texts }) => texts)].join('\n\n'),
        tagTexts,
        tagGroups: groups.map(({ title, routes }) => ({ name: title, tags: tagsOf(routes) })),
      },
    );
  }

  return [...ofDocuments, ...ofProducts, ...ofService];
}

function documentsRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    ...collectionRoutes(deps),
    ...indexingRoutes(deps),
    ...indexJobRoutes(deps),
    ...maskingReportRoutes(deps),
    ...syncRoutes(deps),
    ...documentRoutes(deps),
    ...chunkRoutes(deps),
    ...documentMetadataRoutes(deps),
    ...chunkMetadataRoutes(deps),
    ...relationRoutes(deps),
    ...queryRoutes(deps),
    ...queryLatencyRoutes(deps),
    ...queryHistoryRoutes(deps),
    ...evaluationRoutes(deps),
    ...uploadRoutes(
      { ...deps, sniffSpreadsheet: spreadsheetSniffer },
      { family: documentsDetail, access: 'index' },
    ),
    ...parseJobRoutes(deps),
    ...creditRoutes(deps, { family: documentsError, access: 'read' }),
    ...webhookRoutes({ ...deps, events: jobEvents }, { family: documentsError, access: 'webhooks' }),
  ];
}

function productsRoutes(deps: ApiDeps): AnyRoute[] {
  const searchTargets = createSearchTargets(deps);
  return [
    ...productIndexRoutes(deps),
    ...recordUploadRoutes(deps),
    ...recordRoutes(deps, searchTargets),
    ...productBuildRoutes(deps),
    ...productJobRoutes(deps),
    ...productImportRoutes(deps),
    ...productSettingsRoutes(deps),
    ...productAliasRoutes(deps),
    ...productAssignmentRoutes(deps),
    ...productExperimentRoutes(deps),
    ...productKeyRoutes(deps),
    ...productAuditRoutes(deps),
    ...productSearchRoutes(deps, searchTargets),
  ];
}

/**
 * The family for the answer to a request that no route matched, by its path; `null`
 * when the path could not be read.
 */
export function familyOfPath(path: string | null): Family {
  const [, version] = path?.split('/') ?? [];
  if (version === 'v1') return products;
  return version === 'v3' ? documentsDetail : documentsError;
}
