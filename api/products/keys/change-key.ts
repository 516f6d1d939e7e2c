import { type KeyBounds } from '../../../src/domain/products/key-scope';
import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { type ProductKeyRow } from '../../../src/stores/products/product-keys';
import { type ApiDeps } from '../../deps';
import { type FieldIssue, Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type Caller } from '../../../src/domain/platform/caller';
import { type KeyChangeBody } from './schema';
import { changeableKey } from '../../../src/services/products/keys/find';
import { checkKeyFilter } from './key-filter';
import { fieldBoundIssues, shownAgainIssues } from './field-bounds';
import { boundNames, boundsOf, ownBounds, scopeOfChain } from './key-scopes';
import { wideningIssues } from './widening-issues';

/** Members that may become wider, within the keys that the key derives from. */
const free: readonly string[] = ['allowed_origins', 'expires_at'];

/**
 * Changes a key. Its name, end and origins change freely within those of the keys that it derives from; the
 * rest can only become narrower.
 *
 * @throws Refusal `KEY_NOT_FOUND`, `KEY_ISSUED_BY_SERVICE`, `KEY_IS_CALLER`, `FILTER_INVALID`
 * @throws ValidationError for members that would become wider
 */
export async function changeKey(
  { stores }: Pick<ApiDeps, 'stores'>,
  caller: Caller,
  keyId: string,
  body: KeyChangeBody,
): Promise<ProductKeyRow> {
  const { name, ...narrowing } = body;
  checkKeyFilter(body);
  for (;;) {
    const row = await changeableKey(stores, caller, keyId);
    if (keyId === caller.keyId && Object.keys(narrowing).length > 0)
      throw new Refusal<ProductErrorCode>('KEY_IS_CALLER');
    const { permissions = row.permissions, ...sent } = narrowing;
    const former = ownBounds(row);
    const bounds = boundsOf(sent, former);
    const chain = await stores.productKeys.findChainById(keyId);
    if (chain === null) throw new Refusal<ProductErrorCode>('KEY_NOT_FOUND');
    const issues = [
      ...removals(former, narrowing),
      ...fieldBoundIssues(narrowing, permissions),
      ...shownAgainIssues(former.hiddenFields, narrowing),
      ...wideningsAt(chain, row, { permissions, bounds }),
    ];
    if (issues.length > 0) throw new ValidationError(issues);
    const changed = await stores.productKeys.change(row, {
      ...(name === undefined ? {} : { name }),
      permissions: [...new Set(permissions)],
      bounds,
    });
    if (changed !== null) return changed;
  }
}

/** Bounds that a change would take away, and a filter in place of another, of which none can tell the wider. */
function removals(bounds: KeyBounds, sent: Omit<KeyChangeBody, 'name'>): FieldIssue[] {
  return Object.entries(boundNames).flatMap(([member, bound]) => {
    const wanted = sent[member as keyof typeof boundNames];
    const isSet = bounds[bound] !== null && wanted !== undefined && !free.includes(member);
    const isWider = isSet && (wanted === null || (member === 'filter' && wanted !== bounds.filter));
    if (!isWider) return [];
    return [{ loc: ['body', member], msg: 'can only become narrower', type: 'value_error' }];
  });
}

/** Members of a key that would be wider than the key is, or for free members than the keys above it. */
function wideningsAt(
  chain: readonly ProductKeyRow[],
  row: ProductKeyRow,
  wanted: Pick<ProductKeyRow, 'permissions' | 'bounds'>,
): FieldIssue[] {
  const own = { ...ownBounds(row), allowedOrigins: null, expiresAt: null };
  const above = chain.slice(0, -1);
  return wideningIssues(scopeOfChain([...above, { ...row, bounds: own }]), wanted);
}
