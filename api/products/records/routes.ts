import { batchOperationsMax, deletedRecordsMax } from '../../../src/domain/products/limits';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ParsedRecord } from '../../../src/product-search';
import { type EntryOp } from '../../../src/domain/products/record-log';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute, type RouteRequest } from '../../http/route';
import { auditedIndex } from '../../../src/services/products/audit/find-index';
import { type ReadNote } from '../audit/read-note';
import { products } from '../family';
import { findIndex, findReadIndex } from '../../../src/services/products/indexes/find';
import { presentRecord, presentWriteJob } from './present';
import { quotas } from '../quotas';
import { batchBody, receiveBatch } from './batch';
import { type BatchOperation, writeBatch } from '../../../src/services/products/records/write-batch';
import { deleteMatching } from '../../../src/services/products/records/delete-matching';
import { findRecord } from '../../../src/services/products/records/find';
import { clearRecords, waitUntilApplied } from '../../../src/services/products/records/write';
import { ownRecordsOf, refusePartialWriters } from '../../../src/services/products/records/own-records';
import { servedFieldsOf } from '../../../src/services/products/records/served-fields';
import { changeRecord } from '../../../src/services/products/records/change';
import { receiveRecord } from './request-bytes';
import { indexParams } from '../indexes/schema';
import {
  batchAnswer,
  batchQuery,
  clearAnswer,
  deletionAnswer,
  deletionBody,
  patchBody,
  recordAnswer,
  recordBody,
  recordParams,
  type RecordParams,
  writeAnswer,
  type WriteQuery,
  writeQuery,
} from './schema';

const tag = 'Records';
/**
 * Refusals of all routes that change records; the next constant adds those of routes that receive records.
 */
const changeErrors = ['ACCESS_DENIED', 'INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX'] as const;
const recordErrors = [...changeErrors, 'VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE'] as const;
const idempotent = { idPrefix: ID_PREFIX.productJob };
const written = {
  200: { description: 'The write is there for searches.', schema: writeAnswer },
  202: { description: 'The write is kept, and will be there for searches soon.', schema: writeAnswer },
};

type ChangeRequest = Pick<
  RouteRequest<RecordParams, WriteQuery, unknown>,
  'caller' | 'params' | 'query' | 'reservedId' | 'log' | 'signal'
>;

/**
 * Routes that read a record, and routes that change records of the served index: single ones, batches, those
 * that pass a filter, or all.
 */
export function recordRoutes(deps: ApiDeps): AnyRoute[] {
  const served = (index: ProductIndexRow) => servedFieldsOf(deps, index);

  /** Writes one change, and answers once it is stored or, where the caller waits, applied. */
  async function change(
    { caller, params: { index, id }, query, reservedId, log, signal }: ChangeRequest,
    op: EntryOp,
    record: ParsedRecord | null,
  ) {
    const wanted = { index, id, op, record, reservedId, log };
    const { indexId, seq, jobId } = await changeRecord({ ...deps, served }, caller, wanted);
    const status = await statusOf(indexId, seq, query.wait, signal);
    return { status, body: { id, seq, job: presentWriteJob(jobId) } };
  }

  /** Returns 200 once a write is applied; 202 for a caller who does not wait, or whose wait ends before. */
  async function statusOf(indexId: string, seq: number, waitMs: number | undefined, signal: AbortSignal) {
    if (waitMs === undefined) return 202;
    return (await waitUntilApplied(deps, indexId, seq, { waitMs, signal })) ? 200 : 202;
  }

  return [
    defineRoute({
      method: 'get',
      path: '/v1/indexes/:index/records/:id',
      family: products,
      operationId: 'getRecord',
      tag,
      summary: 'Get a record',
      description:
        'The record as it was sent, with every live write so far: what searches find, or will find in a moment. A record that is only ' +
        'staged says so.',
      access: 'records.read',
      action: 'record.read',
      quota: quotas.recordReads,
      params: recordParams,
      responses: { 200: { description: 'The record.', schema: recordAnswer } },
      errors: [
        'ACCESS_DENIED',
        'INDEX_NOT_FOUND',
        'INDEX_NOT_READY',
        'RECORD_NOT_FOUND',
        'UPSTREAM_ERROR',
        'UPSTREAM_TIMEOUT',
        'UNAVAILABLE',
      ],
      async handle({ caller, params }) {
        const index = await findReadIndex(deps, caller, params.index);
        const body = presentRecord(params.id, await findRecord(deps, caller, index, params.id));
        const noted: ReadNote = { index: auditedIndex(index), total: null, returnedIds: [params.id] };
        return { status: 200, body, headers: { 'Content-Type': 'application/json; charset=utf-8' }, noted };
      },
    }),

    defineRoute({
      method: 'put',
      path: '/v1/indexes/:index/records/:id',
      family: products,
      operationId: 'replaceRecord',
      tag,
      summary: 'Replace a record',
      description:
        'Writes a record in place of the one with this id, or as a new one. Searches find it within about a second; `wait` holds the ' +
        'answer until they do. Before the first build the record waits for it.',
      access: 'records.write',
      action: 'record.write',
      quota: quotas.recordWrites,
      params: recordParams,
      query: writeQuery,
      body: 'stream',
      requestContentTypes: recordBody,
      idempotent,
      responses: written,
      errors: [...recordErrors, 'ID_CONFLICT'],
      receive: ({ ctx }) => receiveRecord(ctx),
      handle: (request) => change(request, 'put', request.body as ParsedRecord),
    }),

    defineRoute({
      method: 'patch',
      path: '/v1/indexes/:index/records/:id',
      family: products,
      operationId: 'patchRecord',
      tag,
      summary: 'Change members of a record',
      description: 'Replaces the top-level members that are sent; null removes one. Other members stay.',
      access: 'records.write',
      action: 'record.write',
      quota: quotas.recordWrites,
      params: recordParams,
      query: writeQuery,
      body: 'stream',
      requestContentTypes: patchBody,
      idempotent,
      responses: written,
      errors: [...recordErrors, 'RECORD_NOT_FOUND'],
      receive: ({ ctx }) => receiveRecord(ctx),
      handle: (request) => change(request, 'patch', request.body as ParsedRecord),
    }),

    defineRoute({
      method: 'delete',
      path: '/v1/indexes/:index/records/:id',
      family: products,
      operationId: 'deleteRecord',
      tag,
      summary: 'Delete a record',
      description: 'Removes a record from what is served and from what is staged.',
      access: 'records.write',
      action: 'record.write',
      quota: quotas.recordWrites,
      params: recordParams,
      query: writeQuery,
      idempotent,
      responses: written,
      errors: [...changeErrors, 'RECORD_NOT_FOUND'],
      handle: (request) => change(request, 'delete', null),
    }),

    defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/records/batch',
      family: products,
      operationId: 'writeRecordBatch',
      tag,
      summary: 'Write a batch of records',
      description: `Up to ${batchOperationsMax} operations in their order, kept together or, with \`on_error=skip\`, without the wrong ones. Two \`upsert\` of one id are wrong, as in an upload; with \`on_error=skip\` the last one counts.`,
      access: 'records.write',
      action: 'record.write',
      quota: quotas.recordWrites,
      params: indexParams,
      query: batchQuery,
      body: 'stream',
      requestContentTypes: { 'application/json': batchBody },
      idempotent,
      responses: {
        200: { description: 'The writes are there for searches.', schema: batchAnswer },
        202: { description: 'The writes are kept.', schema: batchAnswer },
      },
      errors: [...recordErrors, 'ID_CONFLICT', 'RECORDS_REFUSED'],
      receive: ({ ctx }) => receiveBatch(ctx),
      async handle({ caller, params, query, body, reservedId, log, signal }) {
        const index = await findIndex(deps, caller, params.index);
        const operations = body as BatchOperation[];
        const own = ownRecordsOf(caller, index);
        const options = { onError: query.on_error, own, served, reservedId, log };
        const done = await writeBatch(deps, index, operations, options);
        const { seqFrom, seqTo, accepted, errors, jobId } = done;
        const status = await statusOf(index._id, seqTo, query.wait, signal);
        const job = presentWriteJob(jobId);
        return { status, body: { seq_from: seqFrom, seq_to: seqTo, accepted, errors, job } };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/records/delete',
      family: products,
      operationId: 'deleteMatchingRecords',
      tag,
      summary: 'Delete the records that pass a filter',
      description:
        'Removes records of the served index, and what is staged of them, all or none. Those are meant that pass the filter with every ' +
        `write before this one, applied or not. At most ${deletedRecordsMax} at once.`,
      access: 'records.write',
      action: 'record.write',
      quota: quotas.management,
      params: indexParams,
      query: writeQuery,
      body: deletionBody,
      idempotent,
      responses: {
        200: { description: 'Searches find the records no more.', schema: deletionAnswer },
        202: { description: 'The deletion is kept.', schema: deletionAnswer },
      },
      errors: [
        ...changeErrors,
        'INDEX_NOT_READY',
        'FILTER_INVALID',
        'VALIDATION_ERROR',
        'INDEXING_UNAVAILABLE',
        'UPSTREAM_ERROR',
        'UPSTREAM_TIMEOUT',
      ],
      async handle({ caller, params, query, body, reservedId, log, signal }) {
        const request = { ...body, index: params.index, reservedId, log, signal };
        const done = await deleteMatching(deps, caller, request);
        const { indexId, matched, seqs, jobId } = done;
        const seqTo = seqs.at(-1) ?? null;
        const status = seqTo === null ? 202 : await statusOf(indexId, seqTo, query.wait, signal);
        const job = jobId === null ? null : presentWriteJob(jobId);
        return { status, body: { matched, seq_from: seqs[0] ?? null, seq_to: seqTo, job } };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v1/indexes/:index/records',
      family: products,
      operationId: 'clearRecords',
      tag,
      summary: 'Delete all records',
      description: 'Removes every record, served and staged. Settings and the former build stay.',
      access: 'records.write',
      action: 'record.write',
      quota: quotas.management,
      params: indexParams,
      query: writeQuery,
      idempotent,
      responses: {
        200: { description: 'Searches find nothing any more.', schema: clearAnswer },
        202: { description: 'The deletion is kept.', schema: clearAnswer },
      },
      errors: changeErrors,
      async handle({ caller, params, query, reservedId, log, signal }) {
        const index = await findIndex(deps, caller, params.index);
        refusePartialWriters(caller, index);
        const { jobId, seq } = await clearRecords(deps, index, reservedId, log);
        const status = await statusOf(index._id, seq, query.wait, signal);
        return { status, body: { seq, job: presentWriteJob(jobId) } };
      },
    }),
  ];
}
