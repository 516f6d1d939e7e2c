import { z } from 'zod';
import { fieldNameCharsMax } from '../../../src/domain/products/limits';
import { LATER_VECTORS_STATES } from '../../../src/domain/products/later-vectors';
import { INDEX_STATUSES, indexNamePattern } from '../../../src/domain/products/product-index';
import { indexExample, newIndexExample } from './examples';
import { jobResource } from '../jobs/schema';
import { nextCursor, pageQuery, unixMs } from '../pages';
import { settingsBody } from '../settings/schema';

const nameRule =
  'lower-case letters, digits, hyphens and underscores, at most 63, the first no hyphen or underscore';
const name = z.string().regex(indexNamePattern, `must be ${nameRule}`);

/** Path of an existing index. A text that cannot be a name is answered like an unknown name. */
export const indexParams = z.strictObject({ index: z.string() });

export const newIndexBody = z
  .strictObject({
    name: name.describe(`Name: ${nameRule}.`),
    id_field: z
      .string()
      .min(1)
      .max(fieldNameCharsMax)
      .nullable()
      .default(null)
      .describe('Field that holds the ids of records; found by the first upload when left out.'),
    settings: settingsBody
      .optional()
      .describe('`acl`, `tenant_field` and `audit` can be set here only; the rest can be replaced later.'),
  })
  .meta({ id: 'NewProductIndex', examples: [newIndexExample] });

export const deleteIndexQuery = z.strictObject({
  aliases: z
    .enum(['detach'])
    .optional()
    .describe('`detach` removes the aliases of the index first; default none is removed.'),
});

export const indexResource = z
  .object({
    name: z.string(),
    object_search: z.boolean(),
    status: z.enum(INDEX_STATUSES),
    id_field: z.string().nullable(),
    records: z.object({
      staged: z.int().describe('Records that wait for the next build.'),
      served: z.int().describe('Records that searches find.'),
      pending_updates: z.int().describe('Live writes that are not applied yet.'),
    }),
    build: z
      .object({
        id: z.string(),
        physical: z.string(),
        built_at: unixMs,
        records: z.int(),
        vectors: z
          .object({
            status: z
              .enum(['none', 'served', ...LATER_VECTORS_STATES])
              .describe(
                '`none`: searches go by words alone. `served`: they compare meanings too. `making`: vectors are made in the background; ' +
                  '`made`: all of them, and the next build has them; `stopped`: the model refuses, or another one was configured.',
              ),
            done: z
              .int()
              .nullable()
              .describe('Records whose vectors are made; null with `none` and `served`.'),
            of: z.int().nullable(),
          })
          .describe('Vectors of titles.'),
      })
      .nullable()
      .describe('The build that is served.'),
    serving: z.object({ deterministic: z.boolean(), audit_failures: z.int() }),
    aliases: z.array(z.string()),
    copies: z.array(z.string()).describe('Indexes that serve groups of its assignment.'),
    assignment_layers: z.int(),
    noun: z.object({ singular: z.string(), plural: z.string() }).nullable(),
    running_job: z.string().nullable(),
    created_at: unixMs,
  })
  .describe('An index.')
  .meta({ id: 'ProductIndex', examples: [indexExample] });
export type IndexResource = z.output<typeof indexResource>;

export const copyBody = z
  .strictObject({
    name: name.describe('Name of the copy.'),
    records: z.boolean().default(true).describe('`false` makes an empty index.'),
    settings: z
      .boolean()
      .default(true)
      .describe('`false` takes over `acl`, `tenant_field` and `audit` only.'),
  })
  .meta({ id: 'ProductIndexCopyBody', examples: [{ name: 'products-b' }] });

export const copyAnswer = z
  .object({
    index: indexResource,
    job: jobResource.nullable().describe('The build; null for a copy without records.'),
  })
  .meta({ id: 'ProductIndexCopy' });

export const indexListQuery = z.strictObject(pageQuery(indexNamePattern));
export const indexList = z
  .object({ indexes: z.array(indexResource), next_cursor: nextCursor })
  .meta({ id: 'ProductIndexList' });
