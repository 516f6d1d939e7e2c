import { eventsTogetherMax } from '../../../src/domain/products/limits';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { readExperiment } from '../../../src/services/products/experiments/read';
import { countEvents, type ReportedEvent } from '../../../src/services/products/experiments/count-events';
import { products } from '../family';
import { findIndex } from '../../../src/services/products/indexes/find';
import { presentExperiment } from './present';
import { quotas } from '../quotas';
import { eventsAnswer, eventsBody, type EventsBody } from './events-schema';
import { daysOf, experimentAnswer, experimentQuery, layerParams } from './schema';

const tag = 'Product experiments';
/** Bytes of one event: a query id, a record id and the remaining members. */
const eventBytesMax = 4_096;

/** Routes for reports of experiments and for the events that they count. */
export function productExperimentRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/events',
      family: products,
      operationId: 'sendProductEvents',
      tag,
      summary: 'Report clicks and conversions',
      description:
        'Says what shoppers did with hits. An event counts in the groups that its search was counted in, once for each search, record and ' +
        'type, however often it is sent. Wrong events do not touch the others.',
      access: 'search',
      quota: quotas.events,
      body: eventsBody,
      bodyBytesMax: eventsTogetherMax * eventBytesMax,
      responses: { 202: { description: 'The events are counted.', schema: eventsAnswer } },
      errors: ['UNAVAILABLE'],
      async handle({ caller, body }) {
        const rejected = await countEvents(deps, caller, body.events.map(reportedEvent));
        return { status: 202, body: { accepted: body.events.length - rejected.length, rejected } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v1/indexes/:index/experiments/:layer',
      family: products,
      operationId: 'getProductExperiment',
      tag,
      summary: 'Read an experiment',
      description:
        'Figures of the groups of a layer over days of UTC, their 95 % intervals and differences to the control group, and whether shoppers ' +
        'came to the groups as the shares say. Searches with `user_token` and without `variant` are counted.',
      access: 'settings.read',
      quota: quotas.reads,
      params: layerParams,
      query: experimentQuery,
      responses: { 200: { description: 'The report.', schema: experimentAnswer } },
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX', 'LAYER_NOT_FOUND', 'UNAVAILABLE'],
      async handle({ caller, params, query }) {
        const index = await findIndex(deps, caller, params.index);
        const days = daysOf(query);
        const report = await readExperiment(deps, index, params.layer, days);
        return { status: 200, body: presentExperiment(params.layer, days, report) };
      },
    }),
  ];
}

function reportedEvent(event: EventsBody['events'][number]): ReportedEvent {
  const { type, query_id: queryId, record_id: recordId, position, value, at } = event;
  return { type, queryId, recordId, position, value, at };
}
