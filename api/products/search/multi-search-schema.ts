import { z } from 'zod';
import { searchesTogetherMax } from '../../../src/domain/products/limits';
import { documentedAs } from '../../http/openapi/documented-as';
import { browseBody } from './browse-schema';
import { searchBody } from './schema';
import { suggestionsBody, typeaheadBody } from './typeahead-schema';

/** Routes that searches may be sent to together. */
export const JOINED_ROUTES = ['search', 'browse', 'typeahead', 'suggestions'] as const;
export type JoinedRoute = (typeof JOINED_ROUTES)[number];

const index = z.string().describe('The index, as in the path of the route.');

/** The searches as clients send them. */
const sentSearch = z.union([
  searchBody
    .extend({ index, route: z.literal('search').default('search') })
    .meta({ id: 'ProductJoinedSearch' }),
  browseBody.extend({ index, route: z.literal('browse') }).meta({ id: 'ProductJoinedBrowse' }),
  typeaheadBody.extend({ index, route: z.literal('typeahead') }).meta({ id: 'ProductJoinedTypeahead' }),
  suggestionsBody.extend({ index, route: z.literal('suggestions') }).meta({ id: 'ProductJoinedSuggestions' }),
]);

/** Each search is checked by its route, so that a wrong one does not touch the others. */
const joinedSearch = documentedAs(
  z.looseObject({ index, route: z.enum(JOINED_ROUTES).default('search') }),
  sentSearch.describe(
    'The body of a request to the route, with the index and the route beside its own members.',
  ),
);

export const multiSearchBody = z
  .strictObject({ searches: z.array(joinedSearch).min(1).max(searchesTogetherMax) })
  .meta({
    id: 'ProductMultiSearchRequest',
    examples: [
      {
        searches: [
          { index: 'products', query: 'hoodie', per_page: 5 },
          { index: 'articles', route: 'typeahead', query: 'hoodie', k: 3 },
        ],
      },
    ],
  });

const joinedResult = z
  .object({
    status: z.int().describe('HTTP status that the search would have alone.'),
    result: z.looseObject({}).optional().describe('The answer of the route; absent for a refusal.'),
    error: z
      .looseObject({ error: z.string(), message: z.string() })
      .optional()
      .describe('Why the search is refused; absent for an answer.'),
    retry_after_seconds: z.int().optional().describe('When a refused search may be sent again.'),
  })
  .meta({ id: 'ProductJoinedResult' });

export const multiSearchAnswer = z
  .object({ results: z.array(joinedResult).describe('In the order of the searches.') })
  .meta({
    id: 'ProductMultiSearchAnswer',
    examples: [
      {
        results: [
          { status: 200, result: { query_id: 'q_01JD8Z3W5K2M9F4T6V8X0A1B2C', total: 0, hits: [] } },
          {
            status: 404,
            error: { error: 'INDEX_NOT_FOUND', message: 'No index has this name.', status_code: 404 },
          },
        ],
      },
    ],
  });
