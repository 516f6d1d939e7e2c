import { isFinalEvaluationState } from '../../../src/domain/documents/evaluation';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ApiDeps } from '../../deps';
import { documentsDetail } from '../family';
import { collectionErrors } from '../../../src/services/documents/collections/find';
import { acceptEvaluation } from '../../../src/services/documents/evaluations/accept';
import { announceCases } from '../../../src/services/documents/evaluations/announce-cases';
import { readEvaluation } from '../../../src/services/documents/evaluations/read';
import { cancelEvaluation } from '../../../src/services/documents/evaluations/cancel';
import { readConfigs } from './configs';
import { findEvaluationAnswer } from '../../../src/services/documents/evaluations/find';
import { readCase } from './case-schema';
import { presentAnnouncedCases, receiveCases } from './uploads';
import {
  presentCancelledEvaluation,
  presentCreatedEvaluation,
  presentEvaluation,
  presentEvaluations,
} from './present';
import { presentQueryV3 } from '../queries/present';
import { type AnyRoute, defineRoute } from '../../http/route';
import { collectionParams } from '../collections/schema';
import {
  announceCasesBody,
  announcedCases,
  answerParams,
  cancelledEvaluation,
  casesUploadParams,
  casesUploadQuery,
  createdEvaluation,
  createEvaluationBody,
  evaluationAnswer,
  evaluationList,
  evaluationParams,
  evaluationQuery,
  evaluationResource,
  listEvaluationsQuery,
  receivedCases,
} from './schema';

const tag = 'Evaluations';

/** Routes for evaluations: cases with expected answers, asked under several configurations and scored. */
export function evaluationRoutes(deps: ApiDeps): AnyRoute[] {
  const { evaluations } = deps.stores;

  return [
    defineRoute({
      method: 'post',
      path: '/v3/collections/:collection_name/evals/uploads',
      family: documentsDetail,
      operationId: 'announceEvaluationCases',
      tag,
      summary: 'Announce a file of cases',
      description:
        'A link that takes exactly `byte_size` bytes by PUT within 15 minutes. The file is NDJSON of up to ' +
        '10,000 lines: `{"id": "q1", "query": "…", "expected_files": ["form.pdf"], "filters": {…}}`, `id` ' +
        'and `filters` being optional. It is read when an evaluation is created, and kept for 24 hours.',
      access: 'query',
      params: collectionParams,
      body: announceCasesBody,
      responses: { 200: { description: 'Announced; the bytes are still to come.', schema: announcedCases } },
      errors: [...collectionErrors, 'empty_file', 'file_too_large'],
      async handle({ caller, params, body }) {
        const { filename, byte_size: byteSize, content_type: contentType } = body;
        const file = { filename, byteSize, contentType };
        const upload = await announceCases(deps, caller, params.collection_name, file);
        return { status: 200, body: presentAnnouncedCases(deps.config, upload) };
      },
    }),

    defineRoute({
      method: 'put',
      path: '/u/evals/:upload_id',
      family: documentsDetail,
      operationId: 'receiveEvaluationCases',
      tag,
      summary: 'Send an announced file of cases',
      description:
        'Sent to the `upload_url` of an announcement, which needs no key: one whole body. One that breaks ' +
        'off can be sent again.',
      access: 'public',
      params: casesUploadParams,
      query: casesUploadQuery,
      body: 'stream',
      responses: { 200: { description: 'The file is there.', schema: receivedCases } },
      errors: [
        'UPLOAD_LENGTH_MISMATCH',
        'invalid_signature',
        'upload_unknown',
        'upload_already_finished',
        'upload_url_expired',
        'service_unavailable',
      ],
      async handle({ params: { upload_id }, query: { expires = '', sig = '' }, ctx, signal, log }) {
        await receiveCases(deps, { expires, sig }, { uploadId: upload_id, request: ctx.req, signal, log });
        return { status: 200, body: { upload_id, state: 'ready' } };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v3/collections/:collection_name/evals',
      family: documentsDetail,
      operationId: 'createEvaluation',
      tag,
      summary: 'Create an evaluation',
      description:
        'Asks every case of an uploaded file under every configuration, and scores the documents that are ' +
        'found. Expected files are looked up now; a case with one that is not exactly one document is ' +
        '`error`, `GOLD_UNRESOLVED`, and is neither asked nor billed. Where a case and a configuration have ' +
        'filters, both hold; together they count as one level deeper. Each question that is answered is ' +
        'billed as one query, half a credit per started 50. At most 20 evaluations of an organization have ' +
        'not ended; two run at once, in the order of their acceptance. A refusal of the file lists its ' +
        'first 100 wrong lines; it may be corrected and sent anew. An accepted one serves this evaluation ' +
        'alone.',
      access: 'query',
      params: collectionParams,
      body: createEvaluationBody,
      idempotent: { idPrefix: ID_PREFIX.evaluation },
      responses: { 201: { description: 'Accepted.', schema: createdEvaluation } },
      errors: [
        ...collectionErrors,
        'upload_not_found',
        'upload_expired',
        'upload_already_used',
        'invalid_cases_file',
        'invalid_metadata_filter',
        'rerank_model_not_configured',
        'insufficient_credits',
        'too_many_evaluations',
      ],
      async handle({ caller, params, body, sentBody, newId, repeated, signal, log }) {
        const row = await acceptEvaluation(deps, caller, {
          readCase,
          repeated,
          signal,
          log,
          evalId: newId,
          collectionName: params.collection_name,
          uploadId: body.upload_id,
          configs: readConfigs(deps.queryEngine, body, sentBody),
        });
        return { status: 201, body: presentCreatedEvaluation(row) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/evals',
      family: documentsDetail,
      operationId: 'listEvaluations',
      tag,
      summary: 'List evaluations',
      description:
        "Evaluations of the key's environment, newest first, with their scores, without their cases. " +
        'Collections that were deleted or renamed have the name of then.',
      access: 'query',
      query: listEvaluationsQuery,
      responses: { 200: { description: 'A page of evaluations.', schema: evaluationList } },
      errors: [],
      async handle({ caller, query }) {
        const { collection_name: collectionName, status: state, cursor: after = null, ...rest } = query;
        const page = await evaluations.list(caller, { ...rest, collectionName, state, after });
        return { status: 200, body: presentEvaluations(page.rows, rest.limit, page.next) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/evals/:eval_id',
      family: documentsDetail,
      operationId: 'getEvaluation',
      tag,
      summary: 'Get an evaluation',
      description:
        'State, scores and a page of the cases. Scoring is by document, among as many results as a ' +
        'configuration asks for. An evaluation that was cancelled, or whose collection was deleted or ' +
        'moved, is `failed` with that as `error_code`; what was asked before is scored and billed.',
      access: 'query',
      params: evaluationParams,
      query: evaluationQuery,
      responses: { 200: { description: 'The evaluation.', schema: evaluationResource } },
      errors: ['eval_not_found'],
      async handle({ caller, params, query, signal }) {
        const { wait: waitMs = 0, items_limit: limit, items_cursor: cursor = '0' } = query;
        const page = { first: Number(cursor), limit, waitMs, signal };
        const { row, cases, next } = await readEvaluation(deps, caller, params.eval_id, page);
        const nextCursor = next === null ? null : String(next);
        return { status: 200, body: presentEvaluation(row, { cases, nextCursor }) };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v3/evals/:eval_id',
      family: documentsDetail,
      operationId: 'cancelEvaluation',
      tag,
      summary: 'Cancel an evaluation',
      description:
        'It becomes `failed` with the `error_code` `cancelled` within moments. What was asked before is ' +
        'scored and billed. Safe to repeat: one that has ended is answered as it is.',
      access: 'query',
      params: evaluationParams,
      responses: { 200: { description: 'The evaluation afterwards.', schema: cancelledEvaluation } },
      errors: ['eval_not_found'],
      async handle({ caller, params, log }) {
        const row = await cancelEvaluation(deps, caller, params.eval_id, log);
        return { status: 200, body: presentCancelledEvaluation(row, isFinalEvaluationState(row.state)) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/evals/:eval_id/answers/:case_id/:config_name',
      family: documentsDetail,
      operationId: 'getEvaluationAnswer',
      tag,
      summary: 'Get an answer of an evaluation',
      description: 'What was asked and answered for a case under a configuration.',
      access: 'query',
      params: answerParams,
      responses: { 200: { description: 'The answer.', schema: evaluationAnswer } },
      errors: ['eval_not_found', 'case_not_found', 'config_not_found', 'answer_not_stored'],
      async handle({ caller, params }) {
        const { eval_id: evalId, case_id: caseId, config_name: configName } = params;
        const named = { evalId, caseId, configName };
        const { request, answer } = await findEvaluationAnswer(deps, caller, named);
        const response = presentQueryV3(answer);
        return { status: 200, body: { ...params, query_id: answer.queryId, request, response } };
      },
    }),
  ];
}
