import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Logger } from 'pino';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type SyncRow } from '../../../stores/documents/syncs/sync-row';
import { type ServiceDeps } from '../../deps';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { findLiveSync } from './find';

/** Fields of an event that a sync reads. */
export interface SourceEvent {
  eventType: string;
  /** Name of the blob within its container. */
  subject?: string | undefined;
  data?: { validationCode?: string | undefined } | undefined;
}

const secretBytes = 32;
const handshakeType = 'Microsoft.EventGrid.SubscriptionValidationEvent';
const storageTypes = 'Microsoft.Storage.';

/**
 * Returns the address at which a sync receives events of its container, with the secret that authenticates
 * them. The first request creates the secret. A request can also replace it; the former address then stops
 * working.
 *
 * @throws Refusal `sync_not_found`, `sync_inactive`
 */
export async function syncAddress(
  { config, sealer, stores }: Pick<ServiceDeps, 'config' | 'sealer' | 'stores'>,
  caller: Caller,
  { syncId, rotate }: { syncId: string; rotate: boolean },
): Promise<URL> {
  for (;;) {
    const { ingest } = await findLiveSync({ stores }, caller, syncId);
    const isKept = ingest !== null && !rotate;
    const secret = isKept
      ? (sealer.open(ingest, syncId) as string)
      : randomBytes(secretBytes).toString('base64url');
    // Concurrent first requests must return the same secret.
    if (!isKept && !(await stores.syncs.setIngest(syncId, sealer.seal(secret, syncId), ingest))) continue;
    const url = new URL(`/v2/syncs/${syncId}/events`, config.PUBLIC_URL);
    url.searchParams.set('secret', secret);
    return url;
  }
}

/**
 * Receives events of a container. Events about the sync's part of the container start a run: at once where
 * its last run ended some time ago, otherwise within two minutes, in both cases one run for any number of
 * events.
 *
 * @returns the answer to a handshake; null for other events
 * @throws Refusal `invalid_signature` for another secret, and for an unknown sync
 */
export async function takeEvents(
  { jobs, sealer, stores }: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  { syncId, secret, events, log }: { syncId: string; secret: string; events: SourceEvent[]; log: Logger },
): Promise<string | null> {
  const sync = isId(ID_PREFIX.sync, syncId) ? await stores.syncs.get(syncId) : null;
  if (sync?.ingest == null || sync.status === 'inactive' || !isSecretOf(sealer, sync, sync.ingest, secret))
    throw new Refusal<DocumentErrorCode>('invalid_signature');
  const handshake = events.find(({ eventType }) => eventType === handshakeType);
  if (handshake !== undefined) return handshake.data?.validationCode ?? null;
  if (!events.some((event) => concerns(sync, event))) return null;
  if (!(await stores.syncs.wantRun(syncId))) return null;
  await orLeaveToSweep(jobs.syncs.trigger(syncId), log, { syncId });
  return null;
}

function isSecretOf(sealer: ServiceDeps['sealer'], { _id }: SyncRow, ingest: string, sent: string): boolean {
  const own = Buffer.from(sealer.open(ingest, _id) as string);
  const given = Buffer.from(sent);
  return own.length === given.length && timingSafeEqual(own, given);
}

/** Whether an event is about a blob of the sync; true where the event does not name its blob. */
function concerns({ container, prefix }: SyncRow, { eventType, subject }: SourceEvent): boolean {
  if (!eventType.startsWith(storageTypes)) return false;
  const blob = /\/containers\/([^/]+)\/blobs\/(.*)$/s.exec(subject ?? '');
  return blob === null || (blob[1] === container && blob[2]!.startsWith(prefix));
}
