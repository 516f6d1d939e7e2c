import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { importBodyBytesMax, importedRecordsMax } from '../../../src/domain/products/limits';
import { type ApiDeps } from '../../deps';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type AnyRoute, defineRoute } from '../../http/route';
import { products } from '../family';
import { type ImportRequest, startImport } from '../../../src/services/products/imports/start';
import { findJob, seesValuesOf } from '../../../src/services/products/jobs/read';
import { presentReport } from './present';
import { presentJob } from '../jobs/present';
import { quotas } from '../quotas';
import { type ImportBody, importBody, importReport } from './schema';
import { jobAnswer, jobParams } from '../jobs/schema';

const tag = 'Product imports';

/** Routes that import indexes from other providers. */
export function productImportRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/imports',
      family: products,
      operationId: 'importProductIndex',
      tag,
      summary: 'Import an index',
      description:
        'Brings records and settings of an index over from another provider, and has the index built: from Algolia with an API key, or ' +
        `from an uploaded export of Algolia, Typesense or Meilisearch, at most ${importedRecordsMax} records. Records are staged as one ` +
        'upload once all are read; those that the index has with other ids stay. Settings of the source take the place of the same ' +
        'settings of the index. Searches are answered by what was served before until the build has succeeded. One import or build of ' +
        'an index runs at a time.',
      access: 'imports.run',
      action: 'import',
      quota: quotas.management,
      body: importBody,
      bodyBytesMax: importBodyBytesMax,
      idempotent: { idPrefix: ID_PREFIX.productJob },
      responses: { 202: { description: 'The import is under way.', schema: jobAnswer } },
      errors: [
        'ACCESS_DENIED',
        'ALIAS_NOT_INDEX',
        'INDEX_NOT_FOUND',
        'INDEX_EXISTS',
        'INDEX_TOO_LARGE',
        'JOB_RUNNING',
        'EXTERNAL_APP_NOT_FOUND',
      ],
      async handle({ caller, body, newId, log, signal }) {
        const job = await startImport(deps, caller, importRequest(body), { jobId: newId, log, signal });
        return { status: 202, body: { job: presentJob(job) } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v1/imports/:job_id/report',
      family: products,
      operationId: 'getProductImportReport',
      tag,
      summary: 'Get the report of an import',
      description:
        'Counts of records so far, what became of each setting, and the members of the records. Complete once the job has ended.',
      access: 'jobs.read',
      quota: quotas.reads,
      params: jobParams,
      responses: { 200: { description: 'The report.', schema: importReport } },
      errors: ['JOB_NOT_FOUND'],
      async handle({ caller, params }) {
        const job = await findJob(deps, caller, params.job_id);
        const row = job.type === 'index.import' ? await deps.stores.productImports.get(job._id) : null;
        if (row === null) throw new Refusal<ProductErrorCode>('JOB_NOT_FOUND');
        const [withValues = false] = await seesValuesOf(deps, caller, [job]);
        return { status: 200, body: presentReport(row, { withValues }) };
      },
    }),
  ];
}

function importRequest(body: ImportBody): ImportRequest {
  const { target, include: parts, build } = body;
  return { target, parts, build, source: importSource(body) };
}

function importSource(body: ImportBody): ImportRequest['source'] {
  if (body.provider === 'algolia') {
    const { provider, app_id: appId, api_key: apiKey, index } = body;
    return { provider, appId, apiKey, index };
  }
  const { provider, records: file } = body;
  const settings = provider === 'typesense_export' ? body.schema : body.settings;
  const primaryKey = provider === 'meilisearch_export' ? (body.primary_key ?? null) : null;
  return { provider, file, settings, primaryKey };
}
