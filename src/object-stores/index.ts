import { type ObjectStoreFamily } from '../domain/platform/object-store';
import { createGuardedAgents, type GuardedAgentsOptions } from '../net';
import { createAzureStore } from './azure-store';
import { createGcsStore, googleEndpoints } from './gcs-store';
import { type ObjectAccess } from './object-access';
import { type ObjectStore } from './object-store';
import { createSourceS3Client } from './s3-client';
import { createS3Store } from './s3-store';
import { r2Endpoint } from './source-rules';

export { type AssumedRole, JURISDICTIONS, type KeyPair, type ObjectAccess } from './object-access';
export {
  type ObjectFacts,
  type ObjectPage,
  type ObjectStore,
  ObjectStoreError,
  type OpenedObject,
} from './object-store';
export { isEndpointUrl, sourcePatterns, takesJurisdiction } from './source-rules';
export { directoryPrefix, linkUri, objectUri, parseObjectUri } from './source-uri';

/** Opens the object stores of customers. */
export interface ObjectStores {
  /**
   * A store to list and read; nothing is connected to yet, and it holds nothing that needs closing.
   *
   * @throws ObjectStoreError `access_denied` where the credentials cannot even be read
   */
  open(source: ObjectAccess): ObjectStore;
  close(): Promise<void>;
}

/** Addresses in place of the vendors' own, for emulators; under the same rules as every other address. */
export type VendorEndpoints = Partial<Record<Exclude<ObjectStoreFamily, 's3compatible'>, string>>;

/**
 * @param options.endpoints for `azure` followed by `/<account>`; for `gcs` with the token service at `/token`
 * @throws Error for a malformed network in `allowCidrs`
 */
export function createObjectStores({
  endpoints = {},
  ...guard
}: GuardedAgentsOptions & { endpoints?: VendorEndpoints }): ObjectStores {
  const agents = createGuardedAgents(guard);
  const { dispatcher } = agents;

  return {
    open(source) {
      switch (source.family) {
        case 's3': {
          const { region, access, bucket } = source;
          // Names with dots do not fit the certificate of the virtual host.
          const forcePathStyle = endpoints.s3 !== undefined || bucket.includes('.');
          return createS3Store(
            createSourceS3Client({ agents, region, access, forcePathStyle, endpoint: endpoints.s3 }),
            bucket,
          );
        }
        case 'r2':
          return createS3Store(
            createSourceS3Client({
              agents,
              // R2 has one region, `auto`, and takes this name for it, as other servers do.
              region: 'us-east-1',
              access: source.access,
              forcePathStyle: true,
              endpoint: endpoints.r2 ?? r2Endpoint(source),
            }),
            source.bucket,
          );
        case 's3compatible':
          return createS3Store(
            createSourceS3Client({
              agents,
              region: source.region,
              access: source.access,
              forcePathStyle: true,
              endpoint: source.endpointUrl,
            }),
            source.bucket,
          );
        case 'gcs':
          return createGcsStore({
            dispatcher,
            bucket: source.bucket,
            serviceAccountJson: source.serviceAccountJson,
            endpoints:
              endpoints.gcs === undefined
                ? googleEndpoints
                : { storage: endpoints.gcs, token: `${endpoints.gcs}/token` },
          });
        case 'azure': {
          const { accountName, accountKey, container } = source;
          const endpoint =
            endpoints.azure === undefined
              ? `https://${accountName}.blob.core.windows.net`
              : `${endpoints.azure}/${accountName}`;
          return createAzureStore({ agents, endpoint, accountName, accountKey, container });
        }
      }
    },
    close: () => agents.close(),
  };
}
