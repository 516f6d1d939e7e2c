import { createLatencyReports } from '../../../src/retrieval';
import { type ApiDeps } from '../../deps';
import { documentsDetail } from '../family';
import { presentActiveCollections, presentLatency, presentSlowest } from './present';
import { type AnyRoute, defineRoute } from '../../http/route';
import {
  activeCollectionList,
  activeCollectionsQuery,
  latencyQuery,
  latencyResource,
  readLatencyBins,
  readLatencyFilter,
  slowestList,
  slowestQuery,
} from './schema';

const tag = 'Query latency';

/**
 * Routes for the latency of queries. The specification requires 422 with a list of wrong fields, as on v3
 * routes, but 400 for the window, the filters and the bins.
 */
export function queryLatencyRoutes({ stores, history, monotonicMs }: ApiDeps): AnyRoute[] {
  const reports = createLatencyReports({ stores, history, monotonicMs });

  return [
    defineRoute({
      method: 'get',
      path: '/v2/queries/latency',
      family: documentsDetail,
      operationId: 'getQueryLatency',
      tag,
      summary: 'Report processing times',
      description:
        'Percentiles are exact, the histogram has the same bins for all collections. A report is remembered ' +
        'for ' +
        '30 seconds, unless `refresh` is set.',
      access: 'query',
      query: latencyQuery,
      responses: { 200: { description: 'The report.', schema: latencyResource } },
      errors: ['analytics_unavailable'],
      async handle({ caller, query }) {
        const filter = readLatencyFilter(query);
        const { include_stages: stages, refresh } = query;
        const wanted = { bins: readLatencyBins(query), stages, refresh };
        const { value, cached } = await reports.report(caller, filter, wanted);
        return { status: 200, body: presentLatency(filter, value, cached) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/queries/latency/collections',
      family: documentsDetail,
      operationId: 'listActiveCollections',
      tag,
      summary: 'List collections that were asked',
      description: 'The most active collections first; deleted ones are among them.',
      access: 'query',
      query: activeCollectionsQuery,
      responses: { 200: { description: 'A page of collections.', schema: activeCollectionList } },
      errors: ['analytics_unavailable'],
      async handle({ caller, query }) {
        const found = await reports.activeCollections(caller, readLatencyFilter(query), query);
        return { status: 200, body: presentActiveCollections(found, query) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/queries/latency/slowest',
      family: documentsDetail,
      operationId: 'listSlowestQueries',
      tag,
      summary: 'List the slowest queries',
      description: 'Ids and durations only; the history has the rest.',
      access: 'query',
      query: slowestQuery,
      responses: { 200: { description: 'The queries, the slowest first.', schema: slowestList } },
      errors: ['analytics_unavailable'],
      async handle({ caller, query }) {
        const slowest = await reports.slowest(caller, readLatencyFilter(query), query.limit);
        return { status: 200, body: presentSlowest(slowest) };
      },
    }),
  ];
}
