import {
  type KeyScope,
  type RootKeyType,
  typePermissions,
  unbounded,
} from '../../../src/domain/products/key-scope';
import { keysPerTenantMax } from '../../../src/domain/products/limits';
import { type ProductPermission } from '../../../src/domain/products/permissions';
import { ownedBy } from '../../../src/stores/mongo/owned-by';
import {
  newProductKeyText,
  type NewProductKey,
  type ProductKeyRow,
} from '../../../src/stores/products/product-keys';
import { type ApiDeps } from '../../deps';
import { type FieldIssue, ValidationError } from '../../../src/domain/platform/refusal';
import { type Caller } from '../../../src/domain/platform/caller';
import { type NewKeyBody } from './schema';
import { fieldBoundIssues } from './field-bounds';
import { boundsOf, scopeOfChain } from './key-scopes';
import { checkKeyFilter } from './key-filter';
import { signsTokens, tokenSecretOf } from './key-token';
import { wideningIssues } from './widening-issues';

type CreateDeps = Pick<ApiDeps, 'stores' | 'sealer'>;

/**
 * Makes a key, and its text, which is shown this once. A request that is repeated with the same id gets a new
 * text, and the former one ends.
 *
 * @throws ValidationError for members that do not fit the type or are wider than the parent, for an unknown
 *   parent, and above the number of keys; Refusal `FILTER_INVALID`
 */
export async function createKey(
  deps: CreateDeps,
  caller: Caller,
  body: NewKeyBody,
  keyId: string,
): Promise<{ row: ProductKeyRow; text: string }> {
  const { productKeys } = deps.stores;
  checkKeyFilter(body);
  if ((await productKeys.countOf(caller)) >= keysPerTenantMax)
    refuse('name', `there are ${keysPerTenantMax} keys already; delete one first`);
  const issuer = await productKeys.find(caller, caller.keyId);
  const facts = body.type === 'scoped' ? await scopedKey(deps, caller, body) : rootKey(body, body.type);
  const text = newProductKeyText();
  const row = await productKeys.create({
    ...facts,
    _id: keyId,
    ...ownedBy(caller),
    name: body.name,
    type: body.type,
    lineage: [...new Set([...facts.lineage, ...(issuer?.lineage ?? []), caller.keyId])],
    createdBy: caller.keyId,
    issuedByService: false,
    text,
    ...(signsTokens(body) ? { tokenSecret: deps.sealer.seal(tokenSecretOf(text), keyId) } : {}),
  });
  return { row, text };
}

/** Members that an admin key does not have. */
const adminLacks = [
  'permissions',
  'indexes',
  'principals',
  'tenant',
  'filter',
  'facets',
  'hidden_fields',
  'visible_fields',
] as const;

type DerivedFacts = Pick<NewProductKey, 'permissions' | 'bounds' | 'ancestors' | 'lineage'>;

function rootKey(body: NewKeyBody, type: RootKeyType): DerivedFacts {
  if (body.parent != null) refuse('parent', 'only a scoped key has a parent');
  const held = typePermissions[type];
  const { permissions = held } = body;
  const beyond = permissions.filter((name) => !held.includes(name));
  if (beyond.length > 0) refuse('permissions', `a ${type} key cannot have ${beyond.join(', ')}`);
  if (type === 'admin') {
    const narrow = adminLacks.find((member) => body[member] != null);
    if (narrow !== undefined) refuse(narrow, 'an admin key may do everything and sees all records');
  }
  const issues = fieldBoundIssues(body, permissions);
  if (issues.length > 0) throw new ValidationError(issues);
  return {
    permissions: distinct(permissions),
    bounds: boundsOf(body, unbounded),
    ancestors: [],
    lineage: [],
  };
}

async function scopedKey({ stores }: CreateDeps, caller: Caller, body: NewKeyBody): Promise<DerivedFacts> {
  if (body.parent == null) refuse('parent', 'a scoped key needs a parent');
  const parent = await stores.productKeys.find(caller, body.parent);
  const chain = parent === null ? null : await stores.productKeys.findChainById(parent._id);
  if (parent === null || chain === null) refuse('parent', 'no key has this id');
  if (!signsTokens(parent)) refuse('parent', 'the parent must be a search key or a scoped key');
  const scope: KeyScope = scopeOfChain(chain);
  const { permissions = [...scope.permissions] } = body;
  const bounds = boundsOf(body, unbounded);
  const issues = wideningIssues(scope, { permissions, bounds });
  if (issues.length > 0) throw new ValidationError(issues);
  const { _id, ancestors, lineage } = parent;
  return {
    permissions: distinct(permissions),
    bounds,
    ancestors: [...ancestors, _id],
    lineage: [...lineage, _id],
  };
}

function distinct(permissions: readonly ProductPermission[]): ProductPermission[] {
  return [...new Set(permissions)];
}

function refuse(member: string, msg: string): never {
  const issue: FieldIssue = { loc: ['body', member], msg, type: 'value_error' };
  throw new ValidationError([issue]);
}
