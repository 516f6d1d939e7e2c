import { type ProductErrorCode } from '../../../domain/products/errors';
import { type ImportProvider } from '../../../domain/products/import';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type Tenant } from '../../../domain/platform/tenancy';
import { uploadScheme } from '../../../domain/platform/upload';
import { lacksApp, sourceIdOf } from '../../../product-imports';
import { type NewProductImport } from '../../../stores/products/product-imports';
import { type ServiceDeps } from '../../deps';
import { Refusal, ValidationError } from '../../../domain/platform/refusal';

/** Source that an import requests: an index of a provider, or an uploaded export of one. */
export type ImportSource =
  | { provider: 'algolia'; appId: string; apiKey: string; index: string }
  | {
      provider: Exclude<ImportProvider, 'algolia'>;
      /** `svc://upl_…`. */
      file: string;
      /** Settings or schema as the provider exports them. */
      settings: Record<string, unknown> | undefined;
      /** Member with the id of the records; null to find it in the records. */
      primaryKey: string | null;
    };

/** Source of an import, with its secret part. */
export interface WantedSource {
  provider: ImportProvider;
  source: NewProductImport['source'];
  /** JSON text of the settings or schema; null where the provider is asked for them, or there are none. */
  settings: string | null;
  /** Provider's API key; null for files. */
  apiKey: string | null;
  /** Field with the ids of a new index; null to find it in the records. */
  idField: string | null;
}

/**
 * Resolves the source of a request, with the checks that need no read of it.
 *
 * @throws Refusal `EXTERNAL_APP_NOT_FOUND`
 * @throws ValidationError for an upload that cannot be read
 */
export async function resolveSource(
  deps: Pick<ServiceDeps, 'config' | 'outbound' | 'stores'>,
  tenant: Tenant,
  wanted: ImportSource,
  signal: AbortSignal,
): Promise<WantedSource> {
  const { provider } = wanted;
  if (provider === 'algolia') {
    const { appId, apiKey, index } = wanted;
    const endpoint = deps.config.IMPORT_ENDPOINTS.algolia;
    if (await lacksApp(deps.outbound, appId, { endpoint, signal }))
      throw new Refusal<ProductErrorCode>('EXTERNAL_APP_NOT_FOUND');
    const source = { kind: 'app' as const, appId, index };
    return { provider, source, settings: null, apiKey, idField: sourceIdOf(provider) };
  }
  const { file, settings, primaryKey } = wanted;
  const uploadId = await readyUpload(deps, tenant, file);
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
  { stores }: Pick<ServiceDeps, 'stores'>,
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
