import { type Caller } from '../../../domain/platform/caller';
import { type FieldIssue, Refusal, ValidationError } from '../../../domain/platform/refusal';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { type KeyBounds, unbounded } from '../../../domain/products/key-scope';
import { type ProductPermission } from '../../../domain/products/permissions';
import { type ProductKeyRow } from '../../../stores/products/product-keys';
import { type ServiceDeps } from '../../deps';
import {
  boundsOf,
  checkKeyFilter,
  fieldBoundIssues,
  keyIssue,
  ownBounds,
  scopeOfChain,
  type SentBounds,
  shownAgainIssues,
  wideningIssues,
} from './bounds';
import { changeableKey } from './find';

/** Change of a key; absent members do not change. */
export interface KeyChange {
  name: string | undefined;
  permissions: readonly ProductPermission[] | undefined;
  bounds: SentBounds;
}

/** Bounds that may become wider, within those of the keys above. */
const free: readonly string[] = ['allowedOrigins', 'expiresAt'];

/**
 * Changes a key. Its name, expiry and origins change freely within those of the keys from which it derives;
 * everything else can only become narrower.
 *
 * @throws Refusal `KEY_NOT_FOUND`, `KEY_ISSUED_BY_SERVICE`, `KEY_IS_CALLER`, `FILTER_INVALID`
 * @throws ValidationError for members that would become wider
 */
export async function changeKey(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  keyId: string,
  change: KeyChange,
): Promise<ProductKeyRow> {
  const { name, bounds: sent } = change;
  checkKeyFilter(sent);
  const narrows = change.permissions !== undefined || Object.keys(sent).length > 0;
  for (;;) {
    const row = await changeableKey(stores, caller, keyId);
    if (keyId === caller.keyId && narrows) throw new Refusal<ProductErrorCode>('KEY_IS_CALLER');
    const { permissions = row.permissions } = change;
    const former = ownBounds(row);
    const bounds = boundsOf(sent, former);
    const chain = await stores.productKeys.findChainById(keyId);
    if (chain === null) throw new Refusal<ProductErrorCode>('KEY_NOT_FOUND');
    const issues = [
      ...removals(former, sent),
      ...fieldBoundIssues(sent, permissions),
      ...shownAgainIssues(former.hiddenFields, sent),
      ...wideningsAt(chain, row, { permissions: [...permissions], bounds }),
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

/**
 * Issues of a change that removes bounds, or that replaces a filter, because two filters cannot be compared
 * for width.
 */
function removals(bounds: KeyBounds, sent: SentBounds): FieldIssue[] {
  return (Object.keys(unbounded) as (keyof KeyBounds)[]).flatMap((bound) => {
    const wanted = sent[bound];
    const isSet = bounds[bound] !== null && wanted !== undefined && !free.includes(bound);
    const isWider = isSet && (wanted === null || (bound === 'filter' && wanted !== bounds.filter));
    return isWider ? [keyIssue(bound, 'can only become narrower')] : [];
  });
}

/**
 * Issues of members that would be wider than the key or, for the freely changeable ones, than the keys above
 * it.
 */
function wideningsAt(
  chain: readonly ProductKeyRow[],
  row: ProductKeyRow,
  wanted: Pick<ProductKeyRow, 'permissions' | 'bounds'>,
): FieldIssue[] {
  const own = { ...ownBounds(row), allowedOrigins: null, expiresAt: null };
  const above = chain.slice(0, -1);
  return wideningIssues(scopeOfChain([...above, { ...row, bounds: own }]), wanted);
}
