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

export interface ObjectStores {
  /**
   * Opens a store to list and read. It connects at its first use and needs no closing.
   *
   * @throws ObjectStoreError `access_denied` for invalid credentials
   */
  open(source: ObjectAccess): ObjectStore;
  close(): Promise<void>;
}

/** Addresses that replace those of the vendors, for emulators; the rules for all addresses apply. */
export type VendorEndpoints = Partial<Record<Exclude<ObjectStoreFamily, 's3compatible'>, string>>;

/**
 * Creates the access to object stores.
 *
 * @param options.endpoints that of `azure` is followed by `/<account>`; that of `gcs` has the token service
 * at `/token`
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
          // The certificate of the virtual host does not cover names with dots.
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
              // R2 has one region, `auto`, and accepts this name for it, as other servers do.
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
