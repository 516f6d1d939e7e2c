import { z } from 'zod';
import { EVENT_REFUSALS, EVENT_TYPES } from '../../../src/domain/products/experiment';
import { eventsTogetherMax, recordIdBytesMax, searchHitsMax } from '../../../src/domain/products/limits';
import { queryIdCharsMax } from '../../../src/product-search';
import { unixMs } from '../pages';

const userTokenCharsMax = 256;
const valueMax = 1e9;

const event = z
  .strictObject({
    type: z.enum(EVENT_TYPES).describe('What the shopper did with a hit.'),
    query_id: z.string().max(queryIdCharsMax).describe('`query_id` of the search that has found the record.'),
    record_id: z.string().min(1).max(recordIdBytesMax),
    position: z
      .int()
      .min(1)
      .max(searchHitsMax)
      .optional()
      .describe('Place of the record among the hits, from 1; counts for clicks.'),
    value: z
      .number()
      .min(0)
      .max(valueMax)
      .optional()
      .describe('Worth of a conversion, in whatever unit all events have; default 0.'),
    user_token: z
      .string()
      .max(userTokenCharsMax)
      .optional()
      .describe('Taken, without effect: the shopper is the one of the search.'),
    at: unixMs
      .optional()
      .describe(
        'Unix milliseconds, from the search to now, a day more to both sides; only checked. An event counts for the day of its search.',
      ),
  })
  .meta({ id: 'ProductEvent' });

export const eventsBody = z.strictObject({ events: z.array(event).min(1).max(eventsTogetherMax) }).meta({
  id: 'ProductEvents',
  examples: [
    {
      events: [
        { type: 'click', query_id: 'q_01JD8Z3W5K2M9F4T6V8X0A1B2C', record_id: 'KB-1', position: 1 },
        { type: 'conversion', query_id: 'q_01JD8Z3W5K2M9F4T6V8X0A1B2C', record_id: 'KB-1', value: 49.9 },
      ],
    },
  ],
});
export type EventsBody = z.infer<typeof eventsBody>;

export const eventsAnswer = z
  .object({
    accepted: z.int().describe('Events that count, counted before, or belong to no experiment.'),
    rejected: z
      .array(
        z.object({
          position: z.int().describe('Place of the event in the request, from 0.'),
          code: z
            .enum(EVENT_REFUSALS)
            .describe(
              '`QUERY_UNKNOWN`: no search of an index that the key reaches. `QUERY_TOO_OLD`: the search was more than four days ago. ' +
                '`AT_OUTSIDE`: `at` lies more than a day before the search or in the future. `TOO_MANY_EVENTS`: the search has 100 events.',
            ),
        }),
      )
      .describe('The others, which count nowhere.'),
  })
  .meta({ id: 'ProductEventsAnswer', examples: [{ accepted: 2, rejected: [] }] });
