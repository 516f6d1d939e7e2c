import { type Logger } from 'pino';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { type Environment } from '../../../domain/platform/tenancy';
import { type MoveOutcome } from '../../../stores/documents/contents/collections';
import { type SyncRow } from '../../../stores/documents/syncs/sync-row';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';
import { findAnyCollection } from './find';
import { scheduleSync } from '../syncs/schedule';

/**
 * Moves a collection to another environment of its organization. Its syncs are paused and stay in the former
 * environment.
 *
 * @throws Refusal `already_in_environment`, `collection_not_found`, `job_running`, `collection_name_taken`
 */
export async function changeEnvironment(
  { jobs, sealer, stores }: Pick<ServiceDeps, 'jobs' | 'sealer' | 'stores'>,
  caller: Caller,
  name: string,
  to: Environment,
  log: Logger,
): Promise<MoveOutcome & { state: 'moved' }> {
  await findAnyCollection({ stores }, caller, name);
  if (to === caller.environment) throw new Refusal<DocumentErrorCode>('already_in_environment');
  let paused: SyncRow[] = [];
  const outcome = await stores.collections.move(caller, name, to, async (collectionId, session) => {
    const [running] = await stores.indexJobs.unfinishedIn(collectionId, session);
    if (running === undefined) paused = await stores.syncs.pauseMoved(collectionId, session);
    return running?._id ?? null;
  });
  switch (outcome.state) {
    case 'missing':
      throw new Refusal<DocumentErrorCode>('collection_not_found');
    case 'job_running':
      throw new Refusal<DocumentErrorCode>('job_running', { details: { job_id: outcome.jobId } });
    case 'name_taken':
      throw new Refusal<DocumentErrorCode>('collection_name_taken');
    case 'moved':
      for (const sync of paused) await scheduleSync({ jobs, sealer, stores }, sync, log);
      return outcome;
  }
}
