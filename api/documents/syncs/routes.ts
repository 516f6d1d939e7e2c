import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { indexingPerMinuteMax } from '../../../src/domain/platform/limits';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { collectionErrors, findCollection } from '../../../src/services/documents/collections/find';
import { documentsDetail, documentsError } from '../family';
import {
  presentDeletedSync,
  presentReconciliation,
  presentSync,
  presentSyncAddress,
  presentSyncs,
  presentVerdict,
} from './present';
import { collectionParams } from '../collections/schema';
import {
  handshakeAnswer,
  ingestQuery,
  readSourceEvents,
  sourceEvents,
  syncAddressBody,
  syncAddressResource,
} from './events-schema';
import {
  changeSyncBody,
  createSyncBody,
  deletedSync,
  listSyncsQuery,
  reconciliation,
  sourceVerdict,
  syncList,
  syncParams,
  syncResource,
} from './schema';
import { changeSync } from '../../../src/services/documents/syncs/change';
import { createSync } from '../../../src/services/documents/syncs/create';
import { endSync } from '../../../src/services/documents/syncs/end';
import { findSync } from '../../../src/services/documents/syncs/find';
import { syncAddress, takeEvents } from '../../../src/services/documents/syncs/ingest';
import { reconcileSync } from '../../../src/services/documents/syncs/reconcile';
import { readNewSync, readSyncChange } from './settings';
import { trySource } from '../../../src/services/documents/syncs/try-source';

const tag = 'Syncs';
const quota = {
  name: 'indexing',
  scope: 'organization',
  count: indexingPerMinuteMax,
  seconds: 60,
} as const;

const settingErrors = [
  'invalid_custom_metadata',
  'conflicting_options',
  'engine_does_not_support_custom_fields',
] as const;

/** Routes for syncs, by which collections follow containers. */
export function syncRoutes(deps: ApiDeps): AnyRoute[] {
  const { syncs } = deps.stores;

  return [
    defineRoute({
      method: 'post',
      path: '/v2/collections/:collection_name/sync/azure',
      family: documentsError,
      operationId: 'createAzureSync',
      tag,
      summary: 'Let a collection follow an Azure container',
      description:
        'Indexes the blobs of a container and keeps in step with it, by a schedule or when asked. A ' +
        'document that a caller deletes stays away until its blob changes.',
      access: 'index',
      params: collectionParams,
      body: createSyncBody,
      quota,
      idempotent: { idPrefix: ID_PREFIX.sync },
      responses: { 201: { description: 'The sync.', schema: syncResource } },
      errors: [...collectionErrors, ...settingErrors, 'sync_exists'],
      async handle({ caller, params, body: fields, newId: syncId, log }) {
        const named = { syncId, collectionName: params.collection_name };
        const chosen = readNewSync(fields);
        const request = { ...named, chosen, accountKey: fields.account_key, log };
        const sync = await createSync(deps, caller, request);
        return { status: 201, body: presentSync(sync, new Date()) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v2/collections/:collection_name/sync/azure/validate',
      family: documentsError,
      operationId: 'validateAzureSync',
      tag,
      summary: 'Try a container out',
      description: 'Whether a sync with this body could list its container. Nothing is kept.',
      access: 'index',
      params: collectionParams,
      body: createSyncBody,
      quota,
      responses: { 200: { description: 'The verdict.', schema: sourceVerdict } },
      errors: [...collectionErrors, ...settingErrors],
      async handle({ caller, params, body, signal }) {
        await findCollection(deps, caller, params.collection_name);
        const { accountName, container, prefix } = readNewSync(body);
        const source = { accountName, container, prefix, accountKey: body.account_key };
        return { status: 200, body: presentVerdict(await trySource(deps, source, signal)) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/syncs',
      family: documentsError,
      operationId: 'listSyncs',
      tag,
      summary: 'List syncs',
      description: 'Newest first, deleted ones included.',
      access: 'read',
      query: listSyncsQuery,
      responses: { 200: { description: 'A page of syncs.', schema: syncList } },
      errors: [],
      async handle({ caller, query }) {
        const page = await syncs.list(caller, { collectionName: query.collection_name }, query);
        return { status: 200, body: presentSyncs(page, query, new Date()) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/syncs/:sync_id',
      family: documentsError,
      operationId: 'getSync',
      tag,
      summary: 'Get a sync',
      description: 'Its settings, and how it goes.',
      access: 'read',
      params: syncParams,
      responses: { 200: { description: 'The sync.', schema: syncResource } },
      errors: ['sync_not_found'],
      async handle({ caller, params }) {
        return { status: 200, body: presentSync(await findSync(deps, caller, params.sync_id), new Date()) };
      },
    }),

    defineRoute({
      method: 'patch',
      path: '/v2/syncs/:sync_id',
      family: documentsDetail,
      operationId: 'updateSync',
      tag,
      summary: 'Change a sync',
      description:
        'Changes hold from the next run on. A paused sync runs only when asked. Changing the interval or ' +
        'the status starts the interval anew.',
      access: 'index',
      params: syncParams,
      body: changeSyncBody,
      responses: { 200: { description: 'The sync.', schema: syncResource } },
      errors: [
        'sync_not_found',
        'sync_inactive',
        'sync_exists',
        'collection_not_found',
        'invalid_custom_metadata',
      ],
      async handle({ caller, params, body, log }) {
        const sync = await changeSync(deps, caller, params.sync_id, readSyncChange(body), log);
        return { status: 200, body: presentSync(sync, new Date()) };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v2/syncs/:sync_id',
      family: documentsError,
      operationId: 'deleteSync',
      tag,
      summary: 'Delete a sync',
      description: 'Ends it for good. Its jobs are cancelled; its documents stay. Safe to repeat.',
      access: 'index',
      params: syncParams,
      responses: { 200: { description: 'The sync has ended.', schema: deletedSync } },
      errors: ['sync_not_found'],
      async handle({ caller, params, log }) {
        const sync = await findSync(deps, caller, params.sync_id);
        const ended = await endSync(deps, sync, { keyId: caller.keyId, log });
        return { status: 200, body: presentDeletedSync(ended ?? sync) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v2/syncs/:sync_id/reconcile',
      family: documentsError,
      operationId: 'reconcileSync',
      tag,
      summary: 'Run a sync now',
      description:
        'Starts a run as soon as none is under way, of a paused sync too. Requests before its beginning ' +
        'share it. The job reports on the files.',
      access: 'index',
      params: syncParams,
      quota,
      idempotent: { idPrefix: ID_PREFIX.indexJob },
      responses: { 202: { description: 'Accepted.', schema: reconciliation } },
      errors: ['sync_not_found', 'sync_inactive'],
      async handle({ caller, params, newId, signal, log }) {
        const request = { syncId: params.sync_id, jobId: newId, signal, log };
        const { jobId, outcome } = await reconcileSync(deps, caller, request);
        return { status: 202, body: presentReconciliation(jobId, outcome) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v2/syncs/:sync_id/webhooks',
      family: documentsError,
      operationId: 'createSyncAddress',
      tag,
      summary: 'Get an address for events of the container',
      description: 'Azure Event Grid tells it of changes, and the sync runs soon after them.',
      access: 'index',
      params: syncParams,
      body: syncAddressBody,
      bodyOptional: true,
      answersSecret: true,
      responses: { 200: { description: 'The address.', schema: syncAddressResource } },
      errors: ['sync_not_found', 'sync_inactive'],
      async handle({ caller, params, body }) {
        const rotate = (body as { rotate_secret: boolean } | undefined)?.rotate_secret ?? false;
        const address = await syncAddress(deps, caller, { syncId: params.sync_id, rotate });
        return { status: 200, body: presentSyncAddress(address) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v2/syncs/:sync_id/events',
      family: documentsError,
      operationId: 'takeSyncEvents',
      tag,
      summary: 'Take events of the container',
      description: 'For Azure Event Grid, by the address of `…/webhooks`: no API key is needed.',
      access: 'public',
      params: syncParams,
      query: ingestQuery,
      body: sourceEvents,
      longNumbers: 'text',
      responses: { 200: { description: 'Taken.', schema: handshakeAnswer } },
      errors: ['invalid_signature'],
      async handle({ params, query, body: events, log }) {
        const taken = { syncId: params.sync_id, secret: query.secret, events: readSourceEvents(events), log };
        const code = await takeEvents(deps, taken);
        return { status: 200, body: code === null ? {} : { validationResponse: code } };
      },
    }),
  ];
}
