import { z } from 'zod';
import { queryCharsMax, recordIdBytesMax } from '../../../src/domain/products/limits';
import { hit, servedMembers, sharedMembers, timing } from './schema';

const answersMax = 20;
const answersDefault = 5;

const { filter, filters, fields, highlight, typo, user_token } = sharedMembers;

const query = z
  .string()
  .max(queryCharsMax)
  .describe('What is typed so far. The last word may be the beginning of one, unless a space follows it.')
  .meta({ id: 'ProductBegunQuery' });
const k = z.int().min(1).max(answersMax).default(answersDefault);

export const typeaheadBody = z
  .strictObject({
    query,
    k: k.describe('Hits at most.'),
    prev_top: z
      .string()
      .max(recordIdBytesMax)
      .nullish()
      .describe('Id of the first hit that is shown: it stays first among equals while more is typed.'),
    filter,
    filters,
    fields,
    highlight,
    typo,
    user_token,
  })
  .describe('A query that is being typed.')
  .meta({
    id: 'ProductTypeaheadRequest',
    examples: [{ query: 'chaz hoo', k: 5, prev_top: 'MH01', fields: ['title', 'image'], highlight: {} }],
  });
export type TypeaheadBody = z.output<typeof typeaheadBody>;

const served = {
  query_id: 'q_01JD8Z3W5K2M9F4T6V8X0A1B2C',
  index: 'products',
  build: 'bld_01JD8YV1R7Q3N5P0S2T4W6X8Z9',
  served_by: { index: 'products', layer: null, group: null },
};

export const typeaheadAnswer = z.object({ ...servedMembers, hits: z.array(hit), timing }).meta({
  id: 'ProductTypeaheadAnswer',
  examples: [
    {
      ...served,
      hits: [
        {
          id: 'MH01',
          title: 'Chaz hoodie',
          _score: 0.91,
          _highlight: { title: '<em>Chaz</em> <em>hoodie</em>' },
          _matched: { fields: ['title'], identifier: false, typos: 0 },
        },
      ],
      timing: { engine_ms: 3, total_ms: 5 },
    },
  ],
});

export const suggestionsBody = z
  .strictObject({ query, k: k.describe('Suggestions at most.'), filter, filters, typo, user_token })
  .describe('A query that is being typed.')
  .meta({ id: 'ProductSuggestionsRequest', examples: [{ query: 'hoo', k: 5 }] });
export type SuggestionsBody = z.output<typeof suggestionsBody>;

const suggestion = z
  .object({
    query: z.string().describe('A query that the typed one may become.'),
    highlight: z.string().describe('Escaped for HTML, with `<em>` around what was typed.'),
    categories: z
      .array(z.object({ value: z.string() }))
      .describe('Categories of the records that suggest it, those of most records first.'),
  })
  .meta({ id: 'ProductSuggestion' });

export const suggestionsAnswer = z
  .object({ ...servedMembers, suggestions: z.array(suggestion), timing })
  .meta({
    id: 'ProductSuggestionsAnswer',
    examples: [
      {
        ...served,
        suggestions: [
          { query: 'hoodie', highlight: '<em>hoo</em>die', categories: [{ value: 'Men > Tops' }] },
        ],
        timing: { engine_ms: 4, total_ms: 9 },
      },
    ],
  });
