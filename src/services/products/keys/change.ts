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

/** A change of a key; what it leaves out stays. */
export interface KeyChange {
  name: string | undefined;
  permissions: readonly ProductPermission[] | undefined;
  bounds: SentBounds;
}

/** Bounds that may become wider, within the keys that the key derives from. */
const free: readonly string[] = ['allowedOrigins', 'expiresAt'];

/**
 * Changes a key. Its name, end and origins change freely within those of the keys that it derives from; the
 * rest can only become narrower.
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

/** Bounds that a change would take away, and a filter in place of another, of which none can tell the wider. */
function removals(bounds: KeyBounds, sent: SentBounds): FieldIssue[] {
  return (Object.keys(unbounded) as (keyof KeyBounds)[]).flatMap((bound) => {
    const wanted = sent[bound];
    const isSet = bounds[bound] !== null && wanted !== undefined && !free.includes(bound);
    const isWider = isSet && (wanted === null || (bound === 'filter' && wanted !== bounds.filter));
    return isWider ? [keyIssue(bound, 'can only become narrower')] : [];
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
