import { z } from 'zod';
import { facetLimitMax, facetPrefixCharsMax, facetsMax } from '../../../src/domain/products/limits';

const nameCharsMax = 1_024;
const facetLimitDefault = 10;

const facetName = z.string().min(1).max(nameCharsMax);
const facetLimit = z.int().min(1).max(facetLimitMax).default(facetLimitDefault);

const facetSearch = z
  .strictObject({
    field: facetName,
    prefix: z
      .string()
      .max(facetPrefixCharsMax)
      .describe('Beginning of a value, or of a word in it; case and accents make no difference.'),
    limit: facetLimit,
  })
  .meta({ id: 'ProductFacetQuery' });

/** Members of a search that ask for facets. */
export const facetMembers = {
  facets: z
    .boolean()
    .describe('Counts the facets of the index, or those of `facet_keys`, which alone is enough.')
    .meta({ id: 'ProductFacetsWanted' })
    .optional(),
  facet_keys: z.array(facetName).max(facetsMax).optional().describe('Names of facets.'),
  facet_limit: facetLimit.describe('Values of each facet at most, the most frequent first.'),
  facet_stats: z
    .boolean()
    .describe('Number and date facets tell their minimum and maximum.')
    .meta({ id: 'ProductFacetStats' })
    .default(false),
  disjunctive: z
    .array(facetName)
    .max(facetsMax)
    .describe('Facets whose counts leave out what `filter` and `filters` select of them.')
    .meta({ id: 'ProductDisjunctiveFacets' })
    .default([]),
  facet_query: facetSearch.nullish().describe('A search among the values of one facet.'),
  facets_approx: z
    .boolean()
    .describe('Takes counts of a part of the records where all of them take too long; `facets_exact` tells.')
    .meta({ id: 'ProductFacetsApproximate' })
    .default(false),
};

export type FacetsBody = z.infer<z.ZodObject<typeof facetMembers>>;

const facetValue = z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.int() });

/** Members of an answer with facets. */
export const facetAnswerMembers = {
  facets: z
    .record(z.string(), z.array(facetValue))
    .optional()
    .describe('Values by facet. A facet of dates, or with more than 1,000 values, has none.'),
  facet_stats: z
    .record(z.string(), z.object({ min: z.number(), max: z.number() }))
    .optional()
    .describe('Dates are Unix milliseconds.'),
  facet_query: z
    .object({
      field: z.string(),
      values: z.array(
        facetValue.extend({
          highlighted: z.string().describe('Escaped for HTML, with `<em>` around what was searched.'),
        }),
      ),
    })
    .optional(),
  facets_exact: z.boolean().optional(),
  facet_set_size: z.int().optional().describe('Records over which the facets are counted.'),
};
