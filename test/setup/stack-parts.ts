import { type RequestListener } from 'node:http';
import { type AzureAccess } from '../../embedded/servers/azurite';
import { type TestAuthority } from '../net/certificates';
import { type FileServer, startFileServer } from '../net/file-server';
import { type ReachedApi, type TestKey } from './api';
import { type DocumentCalls, documentCalls, theCollection } from './document-calls';
import { type Holds, holdsOf } from './holds';
import { type ProductCalls, productCalls } from './product-calls';
import { type SyncCalls, syncCalls } from './sync-calls';
import { type TestNamespace } from './temporal';

/** A running service as a suite uses it, with a key of an organization that is the suite's own. */
export interface Stack extends DocumentCalls, ProductCalls, SyncCalls {
  api: ReachedApi;
  key: TestKey;
  temporal: TestNamespace;
  /** Environment of the programs of this stack. */
  env: Record<string, string>;
  /**
   * HTTPS, with a certificate that API and workers trust; answers with what `files` holds for a path, or for
   * `anyPath`, else 404.
   */
  links: Links;
  /**
   * What jobs hold right now, once nothing that has ended is left to settle: those of the suite's organization
   * where others share the stack, else of all.
   */
  holds(): Promise<Holds>;
  close(): Promise<void>;
}

export type Links = FileServer & { files: Map<string, Buffer | RequestListener> };

/** Path of the file that answers where no other one does. */
export const anyPath = '*';

/** Serves files over HTTPS, with a certificate of the authority. */
export async function serveLinks(authority: TestAuthority): Promise<Links> {
  const files: Links['files'] = new Map();
  const server = await startFileServer(await authority.issue(), (request, response) => {
    const file = files.get(request.url ?? '') ?? files.get(anyPath);
    if (typeof file === 'function') file(request, response);
    else if (file === undefined) response.writeHead(404).end();
    else response.end(file);
  });
  return { ...server, files };
}

/** Calls of all products with one key, whose organization gets the collection of calls that name none. */
export async function stackCalls(api: ReachedApi, key: TestKey, azure: AzureAccess | undefined) {
  const documents = documentCalls(api, key);
  await documents.createCollection(theCollection);
  return {
    api,
    key,
    ...documents,
    ...productCalls(api, key),
    ...syncCalls(api, key, azure ?? absentAzure, documents),
    holds: () => holdsOf(api, key.organizationId),
  };
}

const absentAzure = new Proxy({} as AzureAccess, {
  get() {
    throw new Error('this stack has no emulator of Azure: ask for `objectStores`');
  },
});
