import { type Logger } from 'pino';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { RequestError } from '../../http/request-error';
import { type IndexOptions } from '../../../src/domain/documents/index-job';
import { type IndexJobType, type IndexSource } from '../../../src/domain/documents/index-source';
import { JobsUnavailable } from '../../../src/jobs/runs';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../http/route';
import { findCollection } from '../documents/find';

const unavailableRetryAfterSeconds = 5;

/** What a request of any indexing route comes to. */
export interface IndexRequest {
  caller: Caller;
  /** Id of the new job. */
  jobId: string;
  /** The request may have been made before, with the same id, and its process have died. */
  repeated: boolean;
  collectionName: string;
  type: IndexJobType;
  options: IndexOptions;
  /** Called once everything else is right; may store what the request brought. */
  source: () => Promise<{ source: IndexSource; credentials: string | null }>;
  log: Logger;
}

/**
 * Accepts an indexing job: checks what can be checked, writes the row, starts the run. What a crash in between leaves is started
 * by the sweep.
 *
 * @throws RequestError `collection_not_found`, `collection_inactive`, `parsing_script_not_found`, `indexing_unavailable`, and what
 *   `source` throws
 */
export async function acceptIndexJob(deps: ApiDeps, request: IndexRequest): Promise<void> {
  const { indexJobs } = deps.stores;
  const { caller, jobId, type } = request;
  const tenant = { organizationId: caller.organizationId, environment: caller.environment };
  const former = request.repeated ? await indexJobs.find(tenant, jobId) : null;
  if (former === null) {
    const collection = await findCollection(deps, caller, request.collectionName);
    await requireScript(deps, request);
    await indexJobs.insertPending({
      ...tenant,
      ...(await request.source()),
      _id: jobId,
      type,
      collectionId: collection._id,
      collectionName: collection.name,
      options: request.options,
      warnings: [],
      createdAt: new Date(),
    });
    // It may have been deleted or moved since it was found.
    if (
      !(await deps.stores.collections.noteJob(tenant, collection)) &&
      (await indexJobs.removePending(jobId))
    )
      throw new RequestError<DocumentErrorCode>('collection_not_found');
  }
  try {
    await deps.jobs.indexing.start({ ...tenant, jobId, type, collectionName: request.collectionName });
  } catch (error) {
    // An answer that was lost may hide a run that has the row already.
    if (!(await indexJobs.removePending(jobId))) return;
    if (!(error instanceof JobsUnavailable)) throw error;
    const retryAfterSeconds = unavailableRetryAfterSeconds;
    throw new RequestError<DocumentErrorCode>('indexing_unavailable', { retryAfterSeconds, cause: error });
  }
}

async function requireScript({ stores }: ApiDeps, { caller, options }: IndexRequest): Promise<void> {
  const { parsingScript: name } = options;
  if (name === null) return;
  if ((await stores.parsingScripts.find(caller.organizationId, name)) === null)
    throw new RequestError<DocumentErrorCode>('parsing_script_not_found');
}
