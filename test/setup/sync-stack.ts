import { type Reconciliation, type SyncResource } from '../../api/documents/schemas/syncs';
import { type IndexJobResource } from '../../api/documents/schemas/index-jobs';
import { type TestResponse } from './api';
import { type AzureContainer, createContainer } from './azure-container';
import { type IndexStack, startIndexStack } from './index-stack';
import { type ObjectStoreServers, startObjectStoreServers } from './object-store-servers';

const pollMs = 100;

/** The whole path of syncs: API, Temporal and an emulator of Azure. */
export interface SyncStack extends IndexStack {
  azure: ObjectStoreServers['azure'];
  container(): Promise<AzureContainer>;
  call<T>(method: string, path: string, json?: unknown): Promise<TestResponse<T>>;
  /** Makes a sync of the stack's collection, or of another one. @throws Error with the answer of a refusal */
  sync(container: AzureContainer, fields?: object, collection?: string): Promise<SyncResource>;
  /** The sync once this holds of it. */
  syncWhen(syncId: string, holds: (sync: SyncResource) => boolean): Promise<SyncResource>;
  /** The sync with no run under way or awaited. */
  rested(syncId: string): Promise<SyncResource>;
  /** Runs a sync; answers its job once it has ended, with what was answered to the request. */
  reconciled(syncId: string): Promise<{ job: IndexJobResource; answer: Reconciliation; sync: SyncResource }>;
  /** Names and texts of the documents that a collection shows, by URI. */
  texts(collection?: string): Promise<Record<string, string>>;
}

/** @param env of its API and workers, beside what every stack has */
export async function startSyncStack(env: Record<string, string> = {}): Promise<SyncStack> {
  const servers = await startObjectStoreServers();
  const stack = await startIndexStack({
    OBJECT_STORE_ENDPOINTS: `azure=${servers.azure.endpoint}`,
    ...env,
  });
  const { api, key } = stack;
  const call: SyncStack['call'] = (method, path, json) =>
    api.request(path, { method, key: key.text, ...(json === undefined ? {} : { json }) });

  async function syncWhen(syncId: string, holds: (sync: SyncResource) => boolean): Promise<SyncResource> {
    for (;;) {
      const { body } = await call<SyncResource>('GET', `/v2/syncs/${syncId}`);
      if (holds(body)) return body;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async function rested(syncId: string): Promise<SyncResource> {
    for (;;) {
      const row = await api.stores.syncs.get(syncId);
      if (row?.run === null && row.announced === null)
        return (await call<SyncResource>('GET', `/v2/syncs/${syncId}`)).body;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  return {
    ...stack,
    azure: servers.azure,
    container: () => createContainer(servers.azure),
    call,
    async sync({ source }, fields = {}, collection = 'manuals') {
      const json = { ...source, sync_interval_minutes: null, ...fields };
      const path = `/v2/collections/${collection}/sync/azure`;
      const { status, text, body } = await call<SyncResource>('POST', path, json);
      if (status !== 201) throw new Error(`no sync: ${status} ${text}`);
      return body;
    },
    syncWhen,
    rested,
    async reconciled(syncId) {
      const { status, text, body } = await call<Reconciliation>('POST', `/v2/syncs/${syncId}/reconcile`);
      if (status !== 202) throw new Error(`not accepted: ${status} ${text}`);
      const job = await stack.indexed(body.job_id);
      return { job, answer: body, sync: await rested(syncId) };
    },
    async texts(collection = 'manuals') {
      const found: Record<string, string> = {};
      for (let offset = 0; ; offset += 1_000) {
        const path = `/v3/collections/${collection}/documents?limit=1000&offset=${offset}`;
        const { body } = await call<{
          documents: { document_id: string; source: { uri: string }; archived: boolean }[];
        }>('GET', path);
        for (const { document_id, source } of body.documents) {
          const chunks = await call<{ chunks: { text: string }[] }>(
            'GET',
            `/v3/collections/${collection}/chunks?document_id=${document_id}`,
          );
          found[source.uri] = chunks.body.chunks.map(({ text }) => text).join('\n');
        }
        if (body.documents.length < 1_000) return found;
      }
    },
    async close() {
      await stack.close();
      await servers.close();
    },
  };
}
