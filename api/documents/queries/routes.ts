import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type QueryAnswer } from '../../../src/domain/documents/query';
import { type Caller } from '../../../src/domain/platform/caller';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type ApiDeps } from '../../deps';
import { documentsDetail, documentsError } from '../family';
import { presentQueryV2, presentQueryV3, presentSeveral, presentSimilar } from './present';
import { answerSeveral } from '../../../src/services/documents/queries/answer-several';
import { answerQuery, type AskedQuery, findQueryable } from '../../../src/services/documents/queries/answer';
import { createCurrentCollections } from '../../../src/services/documents/queries/current-collection';
import { querySettings, queryV2Settings, similarSettings } from './settings';
import { answerSimilar } from '../../../src/services/documents/queries/answer-similar';
import { limitedRoutes } from '../../http/rate-limits';
import { createTokenBuckets } from '../../http/token-buckets';
import { type AnyRoute, defineRoute, type RouteRequest } from '../../http/route';
import { chunkParams } from '../chunks/schema';
import { collectionParams } from '../collections/schema';
import { queryAnswer, queryBody, queryV2Answer, queryV2Body } from './schema';
import { severalQueryAnswer, severalQueryBody } from './several-schema';
import { similarAnswer, similarBody } from './similar-schema';
import { type Config } from '../../../src/config';
import { type RateLimit } from '../../http/family';

const tag = 'Queries';
const errors = [
  'invalid_metadata_filter',
  'rerank_model_not_configured',
  'collection_not_queryable',
  'collection_not_found',
  'query_unavailable',
  'search_index_missing',
] as const;
const about =
  'Finds chunks by words and by meaning, and merges both. Equal queries over unchanged collections get equal ' +
  'answers. Completed queries are kept in the history.';

interface Params {
  collection_name: string;
}

/** Routes for queries. */
export function queryRoutes(deps: ApiDeps): AnyRoute[] {
  const find = (caller: Caller, name: string) => findQueryable(deps, caller, name);
  const current = createCurrentCollections(find, deps.monotonicMs);
  const buckets = createTokenBuckets(deps.stores.rateLimits, deps.monotonicMs);

  async function answered(
    request: RouteRequest<Params, unknown, unknown>,
    asked: Pick<AskedQuery, 'text' | 'settings' | 'apiVersion'>,
  ): Promise<QueryAnswer> {
    const { caller, params } = request;
    const query = { ...asked, ...factsOf(request), collectionName: params.collection_name };
    const { answer, record } = await answerQuery(deps, current, caller, query);
    recordOnceSent(request, record);
    return answer;
  }

  return limitedRoutes(buckets, (caller) => queryLimit(deps.config, caller), [
    defineRoute({
      method: 'post',
      path: '/v3/collections/:collection_name/query',
      family: documentsDetail,
      operationId: 'queryCollection',
      tag,
      summary: 'Query a collection',
      description:
        `${about} When a rerank model fails, the merged order is returned and \`rerank\` says so. What a ` +
        `boost rule names ` +
        'by `chunk_ids`, or needs for the places that it reserves, takes part even when the query did not ' +
        'find it, with ' +
        'a merged score of 0.',
      access: 'query',
      params: collectionParams,
      body: queryBody,
      responses: { 200: { description: 'What was found.', schema: queryAnswer } },
      errors,
      async handle(request) {
        const { query: text, ...options } = request.body;
        const answer = await answered(request, { text, settings: querySettings(options), apiVersion: 'v3' });
        return { status: 200, body: presentQueryV3(answer) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v3/query',
      family: documentsDetail,
      operationId: 'querySeveralCollections',
      tag,
      summary: 'Query several collections',
      description:
        'Asks each of up to ten collections as a query of its own, and merges the results by rank. The results of ' +
        'a collection keep their order, so that boosts, reserved places and rerank models hold within it. All ' +
        'settings hold for each collection; what one of them refuses refuses the whole, and `details` names it. ' +
        'The request counts once against the limits, and is in the history once for each collection.',
      access: 'query',
      body: severalQueryBody,
      responses: { 200: { description: 'What was found.', schema: severalQueryAnswer } },
      errors,
      async handle(request) {
        const { query: text, collections, ...options } = request.body;
        const asked = { text, settings: querySettings(options), apiVersion: 'v3' as const };
        const query = { ...asked, ...factsOf(request), collectionNames: collections };
        const answer = await answerSeveral(deps, current, request.caller, query);
        recordOnceSent(request, answer.record);
        return { status: 200, body: presentSeveral(answer) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v3/collections/:collection_name/chunks/:chunk_id/similar',
      family: documentsDetail,
      operationId: 'findSimilarChunks',
      tag,
      summary: 'Find similar chunks',
      description:
        'The chunks of the collection that are nearest in meaning to one of them, by their stored vectors, without ' +
        'the chunk itself. Settings mean what they mean in a query. The request counts against the limits of ' +
        'queries, and is not in the history.',
      access: 'query',
      params: chunkParams,
      body: similarBody,
      responses: { 200: { description: 'What was found.', schema: similarAnswer } },
      errors: [
        'invalid_metadata_filter',
        'collection_not_queryable',
        'collection_not_found',
        'chunk_not_found',
        'chunk_without_vector',
        'search_index_missing',
      ],
      async handle({ caller, params, body, requestId, signal }) {
        const { collection_name: collectionName, chunk_id: chunkId } = params;
        const { other_documents: otherDocuments, ...options } = body;
        const settings = similarSettings(options);
        const asked = { collectionName, settings, requestId, signal, like: { chunkId, otherDocuments } };
        const answer = await answerSimilar(deps, current, caller, asked);
        return { status: 200, body: presentSimilar(chunkId, answer) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v2/collections/:collection_name/query',
      family: documentsError,
      operationId: 'queryCollectionV2',
      tag,
      summary: 'Query a collection (v2)',
      description: 'The query of v3 in the shape of v2. No answer is generated, and nothing is streamed.',
      access: 'query',
      params: collectionParams,
      body: queryV2Body,
      responses: { 200: { description: 'What was found.', schema: queryV2Answer } },
      errors: ['inference_not_supported', 'streaming_not_supported', ...errors],
      async handle(request) {
        const { body } = request;
        if (body.inference) throw new Refusal<DocumentErrorCode>('inference_not_supported');
        if (body.stream) throw new Refusal<DocumentErrorCode>('streaming_not_supported');
        const settings = queryV2Settings(body);
        const answer = await answered(request, { text: body.query, settings, apiVersion: 'v2' });
        return { status: 200, body: presentQueryV2(answer) };
      },
    }),
  ]);
}

type SentRequest = RouteRequest<unknown, unknown, unknown>;

function factsOf({ requestId, signal, sentBody }: SentRequest) {
  return { requestId, signal, request: sentBody as Record<string, unknown> };
}

/** Records a query once its answer is sent. Any other answer, such as a timeout, means that it was not completed. */
function recordOnceSent({ ctx }: SentRequest, record: () => void): void {
  ctx.res.once('close', () => {
    if (ctx.status === 200) record();
  });
}

/** Share of the limit of a minute that may be used at once. */
const burstShare = 0.1;

/** The rate limit of a key for queries, shared by all routes that answer them. */
function queryLimit({ RATE_LIMIT_QUERIES_PER_MINUTE: count }: Config, { keyId }: Caller): RateLimit {
  const burst = Math.max(1, Math.floor(count * burstShare));
  const message = 'Too many queries with this key.';
  return { bucket: `queries/${keyId}`, count, seconds: 60, burst, scope: 'queries', message };
}
