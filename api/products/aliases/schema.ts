import { z } from 'zod';
import { aliasActionsMax } from '../../../src/domain/products/limits';
import { indexNamePattern } from '../../../src/domain/products/product-index';
import { nextCursor, pageQuery, unixMs } from '../pages';

const nameRule = 'must have the form of the name of an index';
const aliasName = z.string().regex(indexNamePattern, nameRule);
const indexName = z.string().regex(indexNamePattern, nameRule);

export const aliasParams = z.strictObject({ alias: z.string() });
export const newAliasParams = z.strictObject({ alias: aliasName });

export const aliasBody = z
  .strictObject({ index: indexName.describe('Index that the alias points at from now on.') })
  .meta({ id: 'ProductAliasBody', examples: [{ index: 'products-2026' }] });

export const aliasActionsBody = z
  .strictObject({
    actions: z
      .array(
        z.strictObject({
          alias: aliasName,
          index: indexName.nullable().describe('Its new index; null removes the alias.'),
        }),
      )
      .min(1)
      .max(aliasActionsMax),
  })
  .meta({
    id: 'ProductAliasActions',
    examples: [
      {
        actions: [
          { alias: 'shop', index: 'products-2026' },
          { alias: 'old', index: null },
        ],
      },
    ],
  });

const alias = z.object({ alias: z.string(), index: z.string(), updated_at: unixMs });
const example = { alias: 'shop', index: 'products-2026', updated_at: 1763666138226 };
export const aliasResource = alias.meta({ id: 'ProductAlias', examples: [example] });

const previous = z.string().nullable().describe('Index that it pointed at before; null for a new alias.');
export const changedAlias = alias
  .extend({ previous })
  .meta({ id: 'ChangedProductAlias', examples: [{ ...example, previous: 'products-2025' }] });
export const changedAliases = z
  .object({
    aliases: z.array(
      alias.extend({ index: z.string().nullable().describe('Null for a removed alias.'), previous }),
    ),
  })
  .meta({
    id: 'ChangedProductAliases',
    examples: [{ aliases: [{ ...example, previous: 'products-2025' }] }],
  });

export const aliasListQuery = z.strictObject(pageQuery(indexNamePattern));
export const aliasList = z
  .object({ aliases: z.array(aliasResource), next_cursor: nextCursor })
  .meta({ id: 'ProductAliasList', examples: [{ aliases: [example], next_cursor: null }] });
