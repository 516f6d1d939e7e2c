import { isDeepStrictEqual } from 'node:util';
import { presentReconciliation } from '../../api/documents/syncs/present';
import { type Reconciliation, type SyncResource } from '../../api/documents/syncs/schema';
import { type IndexJobResource } from '../../api/documents/index-jobs/schema';
import { type ReachedApi, type TestKey, type TestResponse } from './api';
import { type AzureAccess } from '../../embedded/servers/azurite';
import { type AzureContainer, createContainer } from './azure-container';
import { type DocumentCalls } from './document-calls';

const pollMs = 100;

/** Calls of syncs, with the key of a stack. */
export interface SyncCalls {
  /** The emulator of Azure that the stack knows. */
  azure: AzureAccess;
  container(): Promise<AzureContainer>;
  call<T>(method: string, path: string, json?: unknown): Promise<TestResponse<T>>;
  /** Makes a sync of the stack's collection, or of another one. @throws Error with the answer of a refusal */
  sync(container: AzureContainer, fields?: object, collection?: string): Promise<SyncResource>;
  /** The sync once this holds of it. */
  syncWhen(syncId: string, holds: (sync: SyncResource) => boolean): Promise<SyncResource>;
  /** The sync with no run under way or awaited. */
  rested(syncId: string): Promise<SyncResource>;
  /**
   * Runs a sync; answers its job once it has ended, and the answer to the request: on a busy machine, which
   * ends its wait before the counts are known, the one with them.
   *
   * @throws Error where a request is answered with other counts than the run has
   */
  reconciled(syncId: string): Promise<{ job: IndexJobResource; answer: Reconciliation; sync: SyncResource }>;
  /** Names and texts of the documents that a collection shows, by URI. */
  texts(collection?: string): Promise<Record<string, string>>;
}

export function syncCalls(
  api: ReachedApi,
  key: TestKey,
  azure: AzureAccess,
  documents: DocumentCalls,
): SyncCalls {
  const call: SyncCalls['call'] = (method, path, json) =>
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
    azure,
    container: () => createContainer(azure),
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
      const job = await documents.indexed(body.job_id);
      const sync = await rested(syncId);
      const { outcome } = (await api.stores.syncs.get(syncId))!;
      const answer = presentReconciliation(body.job_id, outcome);
      // Documents are still being deleted when the request is answered.
      const told = { ...body, deleted_documents: answer.deleted_documents };
      if (body.added !== null && !isDeepStrictEqual(told, answer)) throw new Error(`not the counts: ${text}`);
      return { job, answer, sync };
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
  };
}
