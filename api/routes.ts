import { version } from '../package.json';
import { jobEvents } from '../src/job-events';
import { anyKey, assistants } from './any-key';
import { type ApiDeps } from './deps';
import { documentsDetail, documentsError } from './documents/family';
import { documentsIntroduction, documentTags } from './documents/introduction';
import { type Family } from './http/family';
import { createOpenApiDocument, type OpenApiDocument, tagsOf } from './http/openapi/document';
import { type AnyRoute } from './http/route';
import { introduction, platformTags } from './platform/docs/introduction';
import { blobRoutes } from './platform/blobs/routes';
import { chunkMetadataRoutes } from './documents/chunks/metadata-routes';
import { chunkRoutes } from './documents/chunks/routes';
import { collectionRoutes } from './documents/collections/routes';
import { docsRoutes } from './platform/docs/routes';
import { documentMetadataRoutes } from './documents/documents/metadata-routes';
import { documentRoutes } from './documents/documents/routes';
import { evaluationRoutes } from './documents/evaluations/routes';
import { consoleRoutes } from './platform/console/routes';
import { creditRoutes } from './platform/credits/routes';
import { healthRoutes } from './platform/health/routes';
import { keyRoutes } from './platform/keys/routes';
import { mcpRoutes } from './platform/mcp/routes';
import { indexJobRoutes } from './documents/index-jobs/routes';
import { indexingRoutes } from './documents/indexing/routes';
import { maskingBoundRoutes } from './documents/masking-bounds/routes';
import { collectionTools } from './documents/mcp/collection-tools';
import { parseTools } from './documents/mcp/parse-tools';
import { maskingReportRoutes } from './documents/masking-reports/routes';
import { parsedDocumentRoutes } from './documents/parse-jobs/documents/routes';
import { parseJobRoutes } from './documents/parse-jobs/routes';
import { parseTableRoutes } from './documents/parse-jobs/tables/routes';
import { queryRoutes } from './documents/queries/routes';
import { queryHistoryRoutes } from './documents/query-history/routes';
import { queryLatencyRoutes } from './documents/query-latency/routes';
import { relationRoutes } from './documents/relations/routes';
import { syncRoutes } from './documents/syncs/routes';
import { spreadsheetSniffer } from '../src/services/documents/uploads/spreadsheet-sniffer';
import { uploadRoutes } from './platform/uploads/routes';
import { webhookRoutes } from './platform/webhooks/routes';
import { products } from './products/family';
import { productsIntroduction, productTags } from './products/introduction';
import { productAliasRoutes } from './products/aliases/routes';
import { productAuditRoutes } from './products/audit/routes';
import { productAssignmentRoutes } from './products/assignment/routes';
import { productBuildRoutes } from './products/builds/routes';
import { productExperimentRoutes } from './products/experiments/routes';
import { productImportRoutes } from './products/imports/routes';
import { productIndexRoutes } from './products/indexes/routes';
import { productKeyRoutes } from './products/keys/routes';
import { productTools } from './products/mcp/product-tools';
import { productJobRoutes } from './products/jobs/routes';
import { productSettingsRoutes } from './products/settings/routes';
import { recordRoutes } from './products/records/routes';
import { recordUploadRoutes } from './products/records/upload-routes';
import { productSearchRoutes } from './products/search/routes';

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
    ...keyRoutes(anyKey),
    ...mcpRoutes(
      {
        version,
        tools: [...collectionTools, ...parseTools, ...productTools],
        routes: [...ofDocuments, ...ofProducts],
      },
      assistants(deps.config.PUBLIC_URL),
    ),
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
    ...maskingBoundRoutes(deps),
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
    ...uploadRoutes({ ...deps, spreadsheetSniffer }, { family: documentsDetail, access: 'index' }),
    ...parseJobRoutes(deps),
    ...parseTableRoutes(deps),
    ...parsedDocumentRoutes(deps),
    ...creditRoutes(deps, { family: documentsError, access: 'read' }),
    ...webhookRoutes({ ...deps, events: jobEvents }, { family: documentsError, access: 'webhooks' }),
  ];
}

function productsRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    ...productIndexRoutes(deps),
    ...recordUploadRoutes(deps),
    ...recordRoutes(deps),
    ...productBuildRoutes(deps),
    ...productJobRoutes(deps),
    ...productImportRoutes(deps),
    ...productSettingsRoutes(deps),
    ...productAliasRoutes(deps),
    ...productAssignmentRoutes(deps),
    ...productExperimentRoutes(deps),
    ...productKeyRoutes(deps),
    ...productAuditRoutes(deps),
    ...productSearchRoutes(deps),
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
