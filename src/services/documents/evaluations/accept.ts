import { type Logger } from 'pino';
import { BlobNotFound } from '../../../blobs';
import { evaluationCredits } from '../../../domain/documents/billing';
import { insufficientCredits } from '../credits/refuse';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { Refusal } from '../../../domain/platform/refusal';
import {
  type EvaluationConfig,
  evaluationHoldKind,
  type EvaluationSize,
  evaluationsAtOnceMax,
} from '../../../domain/documents/evaluation';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { JobsUnavailable, startAccepted } from '../../../jobs/runs';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type EvaluationRow } from '../../../stores/documents/evaluations/evaluation-kind';
import { type ReadyUpload } from '../../../stores/platform/uploads';
import { type ServiceDeps } from '../../deps';
import { findCollection } from '../collections/find';
import { type Caller } from '../../../domain/platform/caller';
import { type CaseReader } from './read-cases';
import { storeCases } from './store-cases';

const retryAfterSeconds = 5;

export type AcceptEvaluationDeps = Pick<ServiceDeps, 'blobs' | 'jobs' | 'stores'>;

/** Validated request to create an evaluation. */
export interface EvaluationRequest {
  evalId: string;
  /**
   * True when an earlier request with the same id has an unknown outcome, because its process may have died.
   */
  repeated: boolean;
  collectionName: string;
  uploadId: string;
  configs: EvaluationConfig[];
  readCase: CaseReader;
  signal: AbortSignal;
  log: Logger;
}

interface OwnedRequest extends EvaluationRequest {
  caller: Caller;
}

/**
 * Accepts an evaluation: reads the cases, finds the documents that they expect, places the hold on credits
 * and starts the run. The row is written first and stays invisible until all of this is done. After a crash
 * in between, the sweep removes what was written.
 *
 * @throws Refusal with every code of the route
 */
export async function acceptEvaluation(
  deps: AcceptEvaluationDeps,
  caller: Caller,
  asked: EvaluationRequest,
): Promise<EvaluationRow> {
  const request: OwnedRequest = { ...asked, caller };
  const { evaluations } = deps.stores;
  const { evalId } = request;
  const former = request.repeated ? await evaluations.find(caller, evalId) : null;
  if (former !== null) return start(deps, former);

  const collection = await findCollection(deps, caller, request.collectionName);
  const upload = await findUpload(deps, request);
  if (request.repeated) await forget(deps, request);
  const preparing = await evaluations.insertPreparing({
    _id: evalId,
    organizationId: caller.organizationId,
    environment: caller.environment,
    collectionId: collection._id,
    collectionName: collection.name,
    uploadId: upload._id,
    configs: request.configs,
  });
  if (preparing === 'upload_taken') throw new Refusal<DocumentErrorCode>('upload_already_used');
  if (preparing === 'id_taken') throw new Refusal('idempotency_in_progress', { retryAfterSeconds });
  try {
    return await start(deps, await prepare(deps, request, collection, upload));
  } catch (error) {
    await undoAcceptance(deps, request);
    throw error;
  }
}

async function findUpload(
  { stores }: Pick<ServiceDeps, 'stores'>,
  { caller, uploadId }: OwnedRequest,
): Promise<ReadyUpload> {
  const isKnown = isId(ID_PREFIX.evaluationUpload, uploadId);
  const found = isKnown ? await stores.uploads.findForParse(caller, uploadId) : { state: 'unknown' as const };
  if (found.state === 'ready') return found.upload;
  throw new Refusal<DocumentErrorCode>(found.state === 'expired' ? 'upload_expired' : 'upload_not_found');
}

/** Writes the cases, places the hold, and makes the evaluation visible. */
async function prepare(
  deps: AcceptEvaluationDeps,
  request: OwnedRequest,
  collection: CollectionRow,
  { blobKey }: ReadyUpload,
): Promise<EvaluationRow> {
  const { evalId, configs, readCase, signal } = request;
  const file = await deps.blobs.read(blobKey).catch((error: unknown) => {
    throw error instanceof BlobNotFound
      ? new Refusal<DocumentErrorCode>('upload_expired', { cause: error })
      : error;
  });
  const size = await storeCases(deps.stores, {
    evalId,
    collection,
    configs,
    readCase,
    file: file.stream,
    signal,
  });
  await reserve(deps, request, size);
  const row = await deps.stores.evaluations.accept(evalId, size);
  if (row === null) throw new Error('the evaluation was removed while it was being prepared');
  return row;
}

async function reserve(
  { stores }: Pick<ServiceDeps, 'stores'>,
  { caller, evalId, configs }: OwnedRequest,
  { cases, casesError }: EvaluationSize,
): Promise<void> {
  const needed = evaluationCredits((cases - casesError) * configs.length);
  const outcome = await stores.credits.reserve(caller.organizationId, evalId, needed, {
    kind: evaluationHoldKind,
    holdsMax: evaluationsAtOnceMax,
  });
  if (outcome === 'too_many')
    throw new Refusal<DocumentErrorCode>('too_many_evaluations', { retryAfterSeconds });
  if (outcome !== 'insufficient_credits') return;
  const message = 'The organization has not enough credits for this evaluation.';
  const { organizationId } = caller;
  throw await insufficientCredits({ stores }, { organizationId, required: needed, message });
}

async function start(
  { jobs, stores }: Pick<ServiceDeps, 'jobs' | 'stores'>,
  row: EvaluationRow,
): Promise<EvaluationRow> {
  const { _id: evalId, organizationId, environment, collectionName } = row;
  try {
    await startAccepted(
      () => jobs.evaluations.start({ evalId, organizationId, environment, collectionName }),
      () => stores.evaluations.withdraw(evalId),
    );
  } catch (error) {
    if (!(error instanceof JobsUnavailable)) throw error;
    throw new Refusal('service_unavailable', { retryAfterSeconds, cause: error });
  }
  return row;
}

async function undoAcceptance(deps: Pick<ServiceDeps, 'stores'>, request: OwnedRequest): Promise<void> {
  try {
    // Once a run has claimed the row, the row and its data stay.
    if (await deps.stores.evaluations.withdraw(request.evalId)) await forget(deps, request);
  } catch (err) {
    request.log.warn({ err }, 'an evaluation could not be taken back; the sweep will do it');
  }
}

/** Removes the data of an invisible evaluation, and then its row. */
async function forget(
  { stores }: Pick<ServiceDeps, 'stores'>,
  { caller, evalId }: OwnedRequest,
): Promise<void> {
  await stores.credits.release(caller.organizationId, evalId);
  await stores.evaluationCases.removeOf(evalId);
  await stores.evaluations.removePreparing(evalId);
}
