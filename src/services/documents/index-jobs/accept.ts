import { type Logger } from 'pino';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { indexCredits } from '../../../domain/documents/billing';
import { boundsByTag } from '../../../domain/documents/masking';
import { type IndexOptions } from '../../../domain/documents/index-job';
import { type IndexJobType, type IndexSource } from '../../../domain/documents/index-source';
import { createReportKey } from '../../../masking-report';
import { newMaskingReport } from '../../../stores/documents/index-jobs/index-job-masking-reports';
import { JobsUnavailable, startAccepted } from '../../../jobs/runs';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';
import { insufficientCredits } from '../credits/refuse';
import { requireIndex } from '../collections/require-index';
import { findCollection } from '../collections/find';

const unavailableRetryAfterSeconds = 5;

export type AcceptIndexJobDeps = Pick<ServiceDeps, 'jobs' | 'sealer' | 'search' | 'stores'>;

/** Validated request to index files. */
export interface IndexRequest {
  jobId: string;
  /**
   * True when an earlier request with the same id has an unknown outcome, because its process may have died.
   */
  repeated: boolean;
  collectionName: string;
  type: IndexJobType;
  options: IndexOptions;
  /** Creates the source of the job, after all other checks have passed; may store files of the request. */
  source: () => Promise<{ source: IndexSource; credentials: string | null }>;
  log: Logger;
}

/**
 * Accepts an indexing job: runs the checks, writes the row and starts the run. After a crash in between, the
 * sweep starts the run.
 *
 * @throws Refusal `collection_not_found`, `collection_inactive`, `parsing_script_not_found`,
 * `insufficient_credits`, `search_index_missing`, `indexing_unavailable`, and the errors of `source`
 */
export async function acceptIndexJob(
  deps: AcceptIndexJobDeps,
  caller: Caller,
  request: IndexRequest,
): Promise<void> {
  const { indexJobs } = deps.stores;
  const { jobId, type, options } = request;
  const tenant = { organizationId: caller.organizationId, environment: caller.environment };
  const former = request.repeated ? await indexJobs.find(tenant, jobId) : null;
  if (former === null) {
    const collection = await findCollection(deps, caller, request.collectionName);
    await requireIndex(deps, collection);
    await requireScript(deps, caller, options);
    await requireCredits(deps, caller, options);
    await indexJobs.insertPending({
      ...tenant,
      ...(await request.source()),
      _id: jobId,
      type,
      collectionId: collection._id,
      collectionName: collection.name,
      options,
      ...(options.masking == null
        ? {}
        : {
            maskingReport: newMaskingReport(createReportKey(deps.sealer, jobId)),
            maskingBounds: boundsByTag(collection.maskingBounds, options.masking.asked),
          }),
      warnings: [],
      createdAt: new Date(),
    });
    // The collection may have been deleted or moved since it was found.
    if (!(await deps.stores.collections.recordJob(tenant, collection)) && (await indexJobs.withdraw(jobId)))
      throw new Refusal<DocumentErrorCode>('collection_not_found');
  }
  const start = { ...tenant, jobId, type, collectionName: request.collectionName };
  try {
    await startAccepted(
      () => deps.jobs.indexing.start(start),
      () => indexJobs.withdraw(jobId),
    );
  } catch (error) {
    if (!(error instanceof JobsUnavailable)) throw error;
    const retryAfterSeconds = unavailableRetryAfterSeconds;
    throw new Refusal<DocumentErrorCode>('indexing_unavailable', { retryAfterSeconds, cause: error });
  }
}

async function requireScript(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  { parsingScript: name }: IndexOptions,
): Promise<void> {
  if (name === null) return;
  if ((await stores.parsingScripts.find(caller.organizationId, name)) === null)
    throw new Refusal<DocumentErrorCode>('parsing_script_not_found');
}

/** Requires the smallest price of a job. Its files are charged as they are read. */
async function requireCredits(
  deps: Pick<ServiceDeps, 'stores'>,
  { organizationId }: Caller,
  { processingType }: IndexOptions,
): Promise<void> {
  const required = indexCredits({ pages: 1, basicPages: 0 }, processingType);
  const remaining = await deps.stores.credits.remaining(organizationId);
  if (remaining === null || remaining >= required) return;
  const message = 'The organization has not enough credits for a page.';
  throw await insufficientCredits(deps, { organizationId, required, message });
}
