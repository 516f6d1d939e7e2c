import { z } from 'zod';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import {
  facetsPerKeyMax,
  fieldNameCharsMax,
  fieldsPerKeyMax,
  filterCharsMax,
  indexPatternsPerKeyMax,
  keyNameCharsMax,
  keyRateMax,
  originsPerKeyMax,
  principalCharsMax,
  principalsPerKeyMax,
} from '../../../src/domain/products/limits';
import { KEY_TYPES } from '../../../src/domain/products/key-scope';
import { PRODUCT_PERMISSIONS } from '../../../src/domain/products/permissions';
import { createdKeyExample, keyExample } from './examples';
import { nextCursor, pageQuery, unixMs } from '../pages';

const indexPattern = /^(?:\*|[a-z0-9][a-z0-9_-]{0,62}\*?)$/;
const originPattern = /^https?:\/\/(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$/;

const name = z.string().trim().min(1).max(keyNameCharsMax).describe('For people.');
const permissions = z
  .array(z.enum(PRODUCT_PERMISSIONS))
  .min(1)
  .max(PRODUCT_PERMISSIONS.length)
  .describe('Default: all that its type may have; of a scoped key all that its parent has.');
const indexes = z
  .array(z.string().regex(indexPattern, 'must be a name of an index, which may end with *'))
  .min(1)
  .max(indexPatternsPerKeyMax)
  .describe('Indexes by name; a trailing `*` stands for any rest. Default: every index.');
const principals = z
  .array(z.string().min(1).max(principalCharsMax))
  .max(principalsPerKeyMax)
  .describe(
    'Users, groups and roles, for indexes with access lists. A trailing `*` stands for any rest: the key may then ' +
      'hand out each of them. Default: none; of a scoped key those of its parent.',
  );
const tenant = z
  .string()
  .min(1)
  .max(principalCharsMax)
  .describe(
    'Tenant whose records the key reaches, for indexes with a tenant field. A trailing `*` stands for any rest. ' +
      'Default: none; of a scoped key that of its parent.',
  );
const filter = z
  .string()
  .trim()
  .min(1)
  .max(filterCharsMax)
  .describe('Filter that narrows every search and cannot be removed.');
const allowedOrigins = z
  .array(
    z
      .string()
      .regex(originPattern, 'must be an origin such as https://shop.example or https://*.shop.example'),
  )
  .min(1)
  .max(originsPerKeyMax)
  .describe('Origins of the browsers that may use the key; requests without one are refused. Default: any.');
const facets = z
  .array(z.string().min(1).max(fieldNameCharsMax))
  .max(facetsPerKeyMax)
  .describe('Fields whose facets may be asked for. Default: all.');
const fieldNames = z.array(z.string().min(1).max(fieldNameCharsMax)).max(fieldsPerKeyMax);
const hiddenFields = fieldNames.describe(
  'Fields that the key does not know, with those below them: none is answered, and none can be named. Words of a ' +
    'searched one still find its records. For keys that only read records. Default: none.',
);
const visibleFields = fieldNames.describe('The only fields that the key knows. Default: all.');
const rate = z.int().min(1).max(keyRateMax).describe('Requests a second. Default: the limit of the route.');
const expiry = unixMs.describe('Unix milliseconds at which the key ends. Default: never.');

/** Members with the bounds of a key or token. */
export const keyBounds = {
  permissions: permissions.optional(),
  indexes: indexes.nullish(),
  principals: principals.nullish(),
  tenant: tenant.nullish(),
  filter: filter.nullish(),
  allowed_origins: allowedOrigins.nullish(),
  facets: facets.nullish(),
  hidden_fields: hiddenFields.nullish(),
  visible_fields: visibleFields.nullish(),
  rate_limit_per_second: rate.nullish(),
};

export const keyParams = z.strictObject({ key_id: z.string() });

export const newKeyBody = z
  .strictObject({
    name,
    type: z.enum(KEY_TYPES).describe('`scoped` derives from `parent` and is never wider.'),
    parent: z.string().nullish().describe('Search key or scoped key that a scoped key derives from.'),
    ...keyBounds,
    expires_at: expiry.nullish(),
  })
  .meta({
    id: 'NewProductKey',
    examples: [
      {
        name: 'storefront',
        type: 'search',
        indexes: ['products', 'shop*'],
        allowed_origins: ['https://shop.example'],
        rate_limit_per_second: 20,
      },
    ],
  });
export type NewKeyBody = z.output<typeof newKeyBody>;

export const keyChangeBody = z
  .strictObject({ name: name.optional(), ...keyBounds, expires_at: expiry.nullish() })
  .describe(
    'Members that change. All but `name`, `expires_at` and `allowed_origins` can only become narrower.',
  )
  .meta({
    id: 'ProductKeyChange',
    examples: [{ name: 'storefront, old', expires_at: 1795202138000 }],
  });

export const deleteKeyQuery = z.strictObject({
  cascade: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true` deletes the keys that derive from the key, or that it made, too.'),
});

const keyMembers = {
  id: z.string(),
  name: z.string(),
  type: z.enum(KEY_TYPES),
  parent: z.string().nullable(),
  permissions: z.array(z.enum(PRODUCT_PERMISSIONS)),
  indexes: indexes.nullable(),
  principals: principals.nullable(),
  tenant: tenant.nullable(),
  filter: filter.nullable(),
  allowed_origins: allowedOrigins.nullable(),
  facets: facets.nullable(),
  hidden_fields: hiddenFields.nullable(),
  visible_fields: visibleFields.nullable(),
  rate_limit_per_second: rate.nullable(),
  expires_at: unixMs.nullable(),
  created_by: z.string().nullable().describe('Key that made this one; null for one that an operator made.'),
  issued_by_service: z.boolean().describe('True for a key that an operator made; callers cannot change it.'),
  last_used_at: unixMs.nullable().describe('At most a minute old.'),
  created_at: unixMs,
};

export const keyResource = z.object(keyMembers).meta({ id: 'ProductKey', examples: [keyExample] });
export type KeyResource = z.output<typeof keyResource>;

export const createdKey = z
  .object({ ...keyMembers, key: z.string().describe('The key. It is shown this once.') })
  .meta({ id: 'CreatedProductKey', examples: [createdKeyExample] });
export type CreatedKey = z.output<typeof createdKey>;

export const keyListQuery = z.strictObject(pageQuery(new RegExp(`^${ID_PREFIX.apiKey}[0-9A-Z]{26}$`)));
export const keyList = z
  .object({ keys: z.array(keyResource), next_cursor: nextCursor })
  .meta({ id: 'ProductKeyList' });
