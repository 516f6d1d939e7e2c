import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { type ImportProvider } from '../../../src/domain/products/import';
import { ID_PREFIX, isId } from '../../../src/domain/platform/ids';
import { type Tenant } from '../../../src/domain/platform/tenancy';
import { uploadScheme } from '../../../src/domain/platform/upload';
import { lacksApp, sourceIdOf } from '../../../src/product-imports';
import { type NewProductImport } from '../../../src/stores/products/product-imports';
import { type ApiDeps } from '../../deps';
import { Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type ImportBody } from './schema';

/** Source of an import, and the secret part of it. */
export interface WantedSource {
  provider: ImportProvider;
  source: NewProductImport['source'];
  /** JSON text of the settings or schema; null where they are asked for, or there are none. */
  settings: string | null;
  /** Key of the provider; null for files. */
  apiKey: string | null;
  /** Field of the ids of a new index; null where the records tell. */
  idField: string | null;
}

/**
 * The source that a request names, checked as far as it can be without reading it.
 *
 * @throws Refusal `EXTERNAL_APP_NOT_FOUND`
 * @throws ValidationError for an upload that cannot be read
 */
export async function resolveSource(
  deps: Pick<ApiDeps, 'config' | 'outbound' | 'stores'>,
  tenant: Tenant,
  body: ImportBody,
  signal: AbortSignal,
): Promise<WantedSource> {
  const { provider } = body;
  if (provider === 'algolia') {
    const { app_id: appId, api_key: apiKey, index } = body;
    const endpoint = deps.config.IMPORT_ENDPOINTS.algolia;
    if (await lacksApp(deps.outbound, appId, { endpoint, signal }))
      throw new Refusal<ProductErrorCode>('EXTERNAL_APP_NOT_FOUND');
    const source = { kind: 'app' as const, appId, index };
    return { provider, source, settings: null, apiKey, idField: sourceIdOf(provider) };
  }
  const uploadId = await readyUpload(deps, tenant, body.records);
  const settings = provider === 'typesense_export' ? body.schema : body.settings;
  const primaryKey = provider === 'meilisearch_export' ? (body.primary_key ?? null) : null;
  return {
    provider,
    source: { kind: 'file', uploadId, primaryKey },
    settings: settings === undefined ? null : JSON.stringify(settings),
    apiKey: null,
    idField: sourceIdOf(provider) ?? primaryKey,
  };
}

/** Id of a finished upload of the tenant. @throws ValidationError */
async function readyUpload(
  { stores }: Pick<ApiDeps, 'stores'>,
  tenant: Tenant,
  fileId: string,
): Promise<string> {
  const uploadId = fileId.startsWith(uploadScheme) ? fileId.slice(uploadScheme.length) : '';
  const found = isId(ID_PREFIX.upload, uploadId)
    ? await stores.uploads.findForParse(tenant, uploadId)
    : ({ state: 'unknown' } as const);
  if (found.state === 'ready') return uploadId;
  const [type, msg] =
    found.state === 'expired'
      ? ['upload_expired', 'the upload has expired; upload the file again']
      : ['upload_not_found', 'names no finished upload'];
  throw new ValidationError([{ loc: ['body', 'records'], msg, type }]);
}
