import { createHmac } from 'node:crypto';
import { type Caller } from '../../../domain/platform/caller';
import { ValidationError } from '../../../domain/platform/refusal';
import {
  type KeyType,
  type RootKeyType,
  typePermissions,
  unbounded,
} from '../../../domain/products/key-scope';
import { keysPerTenantMax } from '../../../domain/products/limits';
import { type ProductPermission } from '../../../domain/products/permissions';
import { ownedBy } from '../../../stores/mongo/owned-by';
import {
  newProductKeyText,
  type NewProductKey,
  type ProductKeyRow,
} from '../../../stores/products/product-keys';
import { type ServiceDeps } from '../../deps';
import {
  boundsOf,
  checkKeyFilter,
  fieldBoundIssues,
  keyIssue,
  scopeOfChain,
  type SentBounds,
  wideningIssues,
} from './bounds';

/** Text whose HMAC under a key's text is the secret for tokens below the key. */
const secretPurpose = 'sheaf search token';

export interface KeyRequest {
  name: string;
  type: KeyType;
  /** Key from which a scoped key derives. */
  parent: string | null;
  /** Default: all permissions of its type, or of its parent. */
  permissions: readonly ProductPermission[] | undefined;
  bounds: SentBounds;
}

type CreateDeps = Pick<ServiceDeps, 'stores' | 'sealer'>;

/**
 * Creates a key and its text, which only this answer shows. A repeated request with the same id gets a new
 * text, and the former text stops working.
 *
 * @throws ValidationError for members that do not fit the type or are wider than the parent, for an unknown
 * parent, and above the number of keys; Refusal `FILTER_INVALID`
 */
export async function createKey(
  deps: CreateDeps,
  caller: Caller,
  wanted: KeyRequest,
  keyId: string,
): Promise<{ row: ProductKeyRow; text: string }> {
  const { productKeys } = deps.stores;
  const { name, type } = wanted;
  checkKeyFilter(wanted.bounds);
  if ((await productKeys.countOf(caller)) >= keysPerTenantMax)
    refuse('name', `there are ${keysPerTenantMax} keys already; delete one first`);
  const issuer = await productKeys.find(caller, caller.keyId);
  const facts = type === 'scoped' ? await scopedKey(deps, caller, wanted) : rootKey(wanted, type);
  const text = newProductKeyText();
  const row = await productKeys.create({
    ...facts,
    _id: keyId,
    ...ownedBy(caller),
    name,
    type,
    lineage: [...new Set([...facts.lineage, ...(issuer?.lineage ?? []), caller.keyId])],
    createdBy: caller.keyId,
    issuedByService: false,
    text,
    ...(signsTokens(wanted) ? { tokenSecret: deps.sealer.seal(tokenSecretOf(text), keyId) } : {}),
  });
  return { row, text };
}

/** Bounds that admin keys cannot have. */
const adminLacks = [
  'indexes',
  'principals',
  'tenant',
  'filter',
  'facets',
  'hiddenFields',
  'visibleFields',
] as const;

type DerivedFacts = Pick<NewProductKey, 'permissions' | 'bounds' | 'ancestors' | 'lineage'>;

function rootKey({ parent, bounds, ...wanted }: KeyRequest, type: RootKeyType): DerivedFacts {
  if (parent !== null) refuse('parent', 'only a scoped key has a parent');
  const held = typePermissions[type];
  const { permissions = held } = wanted;
  const beyond = permissions.filter((name) => !held.includes(name));
  if (beyond.length > 0) refuse('permissions', `a ${type} key cannot have ${beyond.join(', ')}`);
  if (type === 'admin') {
    const narrow =
      wanted.permissions === undefined ? adminLacks.find((bound) => bounds[bound] != null) : 'permissions';
    if (narrow !== undefined) refuse(narrow, 'an admin key may do everything and sees all records');
  }
  const issues = fieldBoundIssues(bounds, permissions);
  if (issues.length > 0) throw new ValidationError(issues);
  return {
    permissions: distinct(permissions),
    bounds: boundsOf(bounds, unbounded),
    ancestors: [],
    lineage: [],
  };
}

async function scopedKey({ stores }: CreateDeps, caller: Caller, wanted: KeyRequest): Promise<DerivedFacts> {
  if (wanted.parent === null) refuse('parent', 'a scoped key needs a parent');
  const parent = await stores.productKeys.find(caller, wanted.parent);
  const chain = parent === null ? null : await stores.productKeys.findChainById(parent._id);
  if (parent === null || chain === null) refuse('parent', 'no key has this id');
  if (!signsTokens(parent)) refuse('parent', 'the parent must be a search key or a scoped key');
  const scope = scopeOfChain(chain);
  const { permissions = [...scope.permissions] } = wanted;
  const bounds = boundsOf(wanted.bounds, unbounded);
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
  throw new ValidationError([keyIssue(member, msg)]);
}

/**
 * Secret for tokens below a key, hex: the HMAC-SHA256 of a fixed text under the key's text. The holder
 * derives it without the service; a reader of the stores cannot derive the key from it.
 */
function tokenSecretOf(keyText: string): string {
  return createHmac('sha256', keyText).update(secretPurpose).digest('hex');
}

/**
 * Whether keys and tokens may derive from a key. Keys that manage stay with their holder; browsers get tokens
 * of others.
 */
function signsTokens({ type }: Pick<ProductKeyRow, 'type'>): boolean {
  return type === 'search' || type === 'scoped';
}
