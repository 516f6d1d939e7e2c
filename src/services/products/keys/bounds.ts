import { type FieldIssue } from '../../../domain/platform/refusal';
import {
  type KeyBounds,
  type KeyScope,
  narrowed,
  type RootKeyType,
  typePermissions,
  unbounded,
  wideningsOf,
} from '../../../domain/products/key-scope';
import { type ProductPermission } from '../../../domain/products/permissions';
import { createShownFields } from '../../../domain/products/shown-fields';
import { checkFilterSyntax } from '../../../product-search';
import { type ProductKeyRow } from '../../../stores/products/product-keys';
import { readingFilter } from '../search/request';

/** Bounds that a request sets; the others are absent. */
export type SentBounds = { readonly [Name in keyof KeyBounds]?: KeyBounds[Name] | undefined };

/** Bounds of a request, completed by `others` where it sets none. */
export function boundsOf(sent: SentBounds, others: KeyBounds): KeyBounds {
  const set = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...others, ...(Object.fromEntries(set) as Partial<KeyBounds>) };
}

/** Bounds of a stored key, whose row may be older than some of them; these are unbounded. */
export function ownBounds({ bounds }: Pick<ProductKeyRow, 'bounds'>): KeyBounds {
  return { ...unbounded, ...bounds };
}

/** Scope of a key, from the keys of its chain, the root first. */
export function scopeOfChain(chain: readonly ProductKeyRow[]): KeyScope {
  const [root, ...below] = chain;
  const { _id: id, type, permissions } = root!;
  const scope: KeyScope = { type: type as RootKeyType, permissions, chain: [{ id, ...ownBounds(root!) }] };
  return below.reduce(
    (above, row) => narrowed(above, row.permissions, { id: row._id, ...ownBounds(row) }),
    scope,
  );
}

/**
 * Checks the syntax of a key's filter. Each search checks that its fields exist in the index.
 *
 * @throws Refusal `FILTER_INVALID`
 */
export function checkKeyFilter({ filter }: Pick<SentBounds, 'filter'>): void {
  if (filter == null) return;
  readingFilter('filter', () => {
    checkFilterSyntax(filter);
  });
}

/** Issue of a wrong bound, or of another part of a request for a key. */
export function keyIssue(member: string, msg: string): FieldIssue {
  return { loc: ['body', member], msg, type: 'value_error' };
}

/** Issues of a request that asks for more than a scope allows. */
export function wideningIssues(
  scope: KeyScope,
  wanted: { permissions: readonly ProductPermission[]; bounds: KeyBounds },
): FieldIssue[] {
  return wideningsOf(scope, wanted).map(({ member, message }) => keyIssue(member, message));
}

/**
 * Issues of field bounds for a key that does more than read records. Whoever writes records or manages an
 * index sees all of its fields in records, settings and jobs.
 */
export function fieldBoundIssues(sent: SentBounds, permissions: readonly ProductPermission[]): FieldIssue[] {
  const beyond = permissions.filter((name) => !typePermissions.search.includes(name));
  if (beyond.length === 0) return [];
  return (['hiddenFields', 'visibleFields'] as const)
    .filter((bound) => sent[bound] != null)
    .map((bound) => keyIssue(bound, `a key with ${beyond.join(', ')} sees every field`));
}

/** Issues of a change that would make a key show fields that it hides. */
export function shownAgainIssues(
  hidden: readonly string[] | null,
  { hiddenFields: wanted }: SentBounds,
): FieldIssue[] {
  if (hidden === null || wanted == null) return [];
  const shown = createShownFields([{ hidden: wanted, visible: null }]);
  return hidden
    .filter((name) => shown.extent(name) !== 'none')
    .map((name) =>
      keyIssue('hiddenFields', `the key hides ${JSON.stringify(name)} already, and can only hide more`),
    );
}
