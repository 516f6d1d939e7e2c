import { type Readable } from 'node:stream';
import {
  type BlobItem,
  ContainerClient,
  newPipeline,
  type RequestPolicyFactory,
  RestError,
  StorageRetryPolicyType,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import { type GuardedAgents, OutboundError } from '../net';
import { type ObjectFacts, type ObjectStore, ObjectStoreError } from './object-store';
import { ask, fileByteSize, openBody } from './transfer';

export interface AzureStoreOptions {
  agents: GuardedAgents;
  /** Address of the account, such as `https://<account>.blob.core.windows.net`. */
  endpoint: string;
  accountName: string;
  accountKey: string;
  container: string;
}

/**
 * A page of a listing, which the library leaves untyped at the end of an iteration; the first page always
 * exists.
 */
interface ListingPage {
  segment: { blobItems: BlobItem[] };
  continuationToken?: string;
}

/** Creates the access to a container of Azure Blob Storage. Listings continue from Azure's marker. */
export function createAzureStore(options: AzureStoreOptions): ObjectStore {
  const { agents, endpoint, accountName, accountKey, container } = options;
  const pipeline = newPipeline(new StorageSharedKeyCredential(accountName, accountKey), {
    retryOptions: { maxTries: 1, retryPolicyType: StorageRetryPolicyType.FIXED },
  });
  pipeline.factories.push(connectThrough(agents));
  const client = new ContainerClient(`${endpoint}/${container}`, pipeline);

  return {
    async list(prefix, { after, limit, signal }) {
      const { items, next } = await ask(
        signal,
        async (abortSignal) => {
          const pages = client
            .listBlobsFlat({ prefix, includeMetadata: true, abortSignal })
            .byPage({ maxPageSize: limit, ...(after === null ? {} : { continuationToken: after }) });
          const { segment, continuationToken } = (await pages.next()).value as ListingPage;
          return { items: segment.blobItems, next: continuationToken };
        },
        statusOf,
      );
      return {
        objects: items.filter(isFile).map(factsOf),
        next: next === undefined || next === '' ? null : next,
      };
    },

    async read(key, { byteMax, signal, ifMatch }) {
      if (!isAddressable(key))
        throw new ObjectStoreError('not_found', 'Azure has no way to address an object with this name.');
      const blob = await ask(
        signal,
        (abortSignal) =>
          client.getBlobClient(key).download(0, undefined, {
            maxRetryRequests: 0,
            abortSignal,
            ...(ifMatch !== undefined && { conditions: { ifMatch: `"${ifMatch}"` } }),
          }),
        statusOf,
      );
      const byteSize = blob.contentLength ?? null;
      const encoding = blob.contentEncoding ?? null;
      return {
        body: openBody(blob.readableStreamBody as Readable, { byteMax, byteSize, signal, encoding }),
        facts: {
          key,
          byteSize: fileByteSize(byteSize, encoding),
          etag: unquoted(blob.etag),
          modifiedAt: blob.lastModified ?? null,
          contentType: blob.contentType ?? null,
          metadata: inLowerCase(blob.metadata),
        },
      };
    },
  };
}

/** Makes the library connect by guarded agents, ignoring proxies of the environment. */
function connectThrough(agents: GuardedAgents): RequestPolicyFactory {
  return {
    create: (next) => ({
      async sendRequest(request) {
        request.agent = request.url.startsWith('https:') ? agents.https : agents.http;
        try {
          return await next.sendRequest(request);
        } catch (error) {
          throw asRefusal(error) ?? error;
        }
      },
    }),
  };
}

/** Restores a guard's refusal: the library keeps its code and message, but not the error. */
function asRefusal(error: unknown): OutboundError | undefined {
  if (!(error instanceof RestError)) return undefined;
  const { code, message } = error;
  return code === 'blocked_address' || code === 'invalid_url' ? new OutboundError(code, message) : undefined;
}

/**
 * Whether a blob is a file: accounts with a hierarchical namespace store directories as blobs with a mark.
 */
function isFile({ name, metadata }: BlobItem): boolean {
  return !name.endsWith('/') && metadata?.hdi_isfolder !== 'true';
}

/**
 * Whether the library can address a key: it builds a URL, in which `.` and `..` segments lead to another
 * object.
 */
function isAddressable(key: string): boolean {
  return key !== '' && !key.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');
}

function factsOf({ name, properties, metadata }: BlobItem): ObjectFacts {
  return {
    key: name,
    byteSize: properties.contentLength ?? 0,
    etag: unquoted(properties.etag),
    modifiedAt: properties.lastModified,
    contentType: properties.contentType ?? null,
    metadata: inLowerCase(metadata),
  };
}

/** Converts names to lower case: listings keep their case, reads do not, and Azure ignores it. */
function inLowerCase(metadata: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name.toLowerCase(), value]));
}

function unquoted(etag: string | undefined): string | null {
  return etag?.replace(/^"(.*)"$/, '$1') ?? null;
}

/** Status of the answer; 0 for an answer that the library could not parse. */
function statusOf(error: unknown): number {
  return error instanceof RestError ? (error.statusCode ?? 0) : 0;
}
