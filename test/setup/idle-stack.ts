import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiDeps } from '../../api/deps';
import { createLinkCopies, type LinkCopies } from '../../src/services/documents/parse-jobs/link-copies';
import { createBlobStore } from '../../src/blobs';
import { createLog } from '../../src/log';
import { createGuardedClient } from '../../src/net';
import { createObjectStores, type ObjectStores } from '../../src/object-stores';
import { createTestAuthority } from '../net/certificates';
import { startApi, type TestApi } from './api';
import { holdsOf } from './holds';
import { startObjectStoreServers } from './object-store-servers';
import { stackVariables } from './running-stack';
import { servers } from './servers';
import { serveLinks, type Stack, stackCalls } from './stack-parts';
import { createNamespace, type TestNamespace } from './temporal';

/** A stack of the suite's own: the API in this process. */
export interface IdleStack extends Stack {
  api: TestApi;
  /** Settles once no link is copied any more that was accepted before. */
  copied(): Promise<void>;
}

/**
 * A stack with a database, a namespace of Temporal, a folder and a certificate authority of its own, and no
 * worker: jobs wait.
 *
 * @param options.env of its API and workers, beside what every stack has
 * @param options.deps parts in place of the stack's own
 * @param options.objectStores whether it has emulators of Azure and Google
 * @param options.newDatabase for suites that kill programs (`startDatabase`)
 */
export async function startIdleStack(
  options: {
    env?: Record<string, string>;
    deps?: (temporal: TestNamespace) => Partial<ApiDeps>;
    objectStores?: boolean;
    newDatabase?: boolean;
  } = {},
): Promise<IdleStack> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-parse-'));
  const [temporal, authority, emulators] = await Promise.all([
    createNamespace(),
    createTestAuthority(),
    options.objectStores === true ? startObjectStoreServers() : undefined,
  ]);
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const links = await serveLinks(authority);
  const variables = {
    ...(await stackVariables()),
    // The links stand in for search providers too.
    IMPORT_ENDPOINTS: `algolia=${links.origin}`,
    ...(emulators && { OBJECT_STORE_ENDPOINTS: `azure=${emulators.azure.endpoint}` }),
    DATA_DIR: folder,
    TEMPORAL_ADDRESS: temporal.address,
    ...options.env,
  };
  const outbound = createGuardedClient({ allowCidrs: ['127.0.0.0/8'], ca: [authority.ca] });
  let linkCopies: LinkCopies | undefined;
  let objectStores: ObjectStores | undefined;
  const api = await startApi({
    env: variables,
    ownDatabase: options.newDatabase === true ? 'new' : true,
    deps: (config, { stores }) => {
      const blobs = createBlobStore(config);
      linkCopies = createLinkCopies({ blobs, outbound, stores, log: createLog('silent', 'test') });
      const { OBJECT_STORE_ENDPOINTS: endpoints } = config;
      objectStores = createObjectStores({ allowCidrs: ['127.0.0.0/8'], endpoints });
      const { jobs } = temporal;
      return { blobs, jobs, outbound, objectStores, linkCopies, ...options.deps?.(temporal) };
    },
  });
  const env = {
    ...variables,
    MONGODB_URL: api.url,
    ELASTICSEARCH_URL: servers().elasticsearchUrl,
    TEMPORAL_NAMESPACE: temporal.namespace,
    SIGNING_KEY: api.deps.config.SIGNING_KEY,
    NODE_EXTRA_CA_CERTS: caFile,
  };
  const key = await api.createKey();
  return {
    ...(await stackCalls(api, key, emulators?.azure)),
    api,
    temporal,
    env,
    links,
    holds: () => holdsOf(api),
    copied: async () => linkCopies?.settled(),
    async close() {
      await linkCopies?.close();
      await objectStores?.close();
      await Promise.all([api.close(), temporal.close(), outbound.close(), links.close(), emulators?.close()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
