import { type ProductErrorCode } from '../../../domain/products/errors';
import { type ImportProvider } from '../../../domain/products/import';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type Tenant } from '../../../domain/platform/tenancy';
import { uploadScheme } from '../../../domain/platform/upload';
import { lacksApp, sourceIdOf } from '../../../product-imports';
import { type NewProductImport } from '../../../stores/products/product-imports';
import { type ServiceDeps } from '../../deps';
import { Refusal, ValidationError } from '../../../domain/platform/refusal';

/** Source that an import asks for: an index of a provider, or an export of one in an uploaded file. */
export type ImportSource =
  | { provider: 'algolia'; appId: string; apiKey: string; index: string }
  | {
      provider: Exclude<ImportProvider, 'algolia'>;
      /** `svc://upl_…`. */
      file: string;
      /** Settings or schema as the provider exports them. */
      settings: Record<string, unknown> | undefined;
      /** Member that is the id of the records; null where the records tell. */
      primaryKey: string | null;
    };

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
