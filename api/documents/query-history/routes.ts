import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import { findStoredQuery, listStoredQueries } from '../../../src/retrieval';
import { type ApiDeps } from '../../deps';
import { documentsError } from '../family';
import { presentStoredQuery } from './present';
import { cursorOf } from '../../http/fields/place-cursor';
import { type AnyRoute, defineRoute } from '../../http/route';
import { BODY_PARTS, listQueriesQuery, queryList, queryParams, queryResource } from './schema';

const tag = 'Query history';

/** Routes for the history of queries and their answers. */
export function queryHistoryRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v2/queries',
      family: documentsError,
      operationId: 'listQueries',
      tag,
      summary: 'List queries',
      description:
        "Completed queries of the key's environment, newest first, those of evaluations among them " +
        '(`eval_id`). They stay when their collection is deleted or moved. A page may be shorter than ' +
        '`limit`, or empty, while `next_cursor` is set: a collection is looked for in a part of the history ' +
        'at a time, and bodies may fill a page early. `from` (inclusive) and `to` (exclusive) bound large ' +
        'histories.',
      access: 'query',
      query: listQueriesQuery,
      responses: { 200: { description: 'A page of queries.', schema: queryList } },
      errors: [],
      async handle({ caller, query: { status, include = [], cursor: after = null, ...page } }) {
        if (status === 'failed') return { status: 200, body: { queries: [], next_cursor: null } };
        const wanted = { bodies: include.length > 0 };
        const { entries, next } = await listStoredQueries(deps, caller, { ...page, after }, wanted);
        const queries = entries.map((entry) => presentStoredQuery(entry, include));
        return { status: 200, body: { queries, next_cursor: next === null ? null : cursorOf(next) } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/queries/:query_id',
      family: documentsError,
      operationId: 'getQuery',
      tag,
      summary: 'Get a query',
      description:
        'With its bodies, which are null once they are archived or where they are missing. A query is in ' +
        'the history within moments of its answer. A `request_id` that several queries share finds the ' +
        'latest.',
      access: 'query',
      params: queryParams,
      responses: { 200: { description: 'The query.', schema: queryResource } },
      errors: ['query_not_found'],
      async handle({ caller, params }) {
        const entry = await findStoredQuery(deps, caller, params.query_id);
        if (entry === null) throw new Refusal<DocumentErrorCode>('query_not_found');
        return { status: 200, body: presentStoredQuery(entry, BODY_PARTS) };
      },
    }),
  ];
}
