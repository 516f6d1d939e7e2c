import { type ProductErrorCode } from '../../../domain/products/errors';
import { reachesIndex, scopeOf } from '../../../domain/products/key-scope';
import { indexNamePattern } from '../../../domain/products/product-index';
import { type IndexPatterns } from '../../../stores/products/index-names';
import { type ProductAliasRow } from '../../../stores/products/product-aliases';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';

/**
 * Finds an index of the caller by its name. Names of other tenants and texts that cannot be a name are
 * answered like unknown names. Names beyond the key's patterns are refused, whether or not such an index
 * exists.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `FORBIDDEN`, `ALIAS_NOT_INDEX`
 */
export async function findIndex(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<ProductIndexRow> {
  const { index, alias } = await findNamed(deps, caller, name);
  if (alias === null) return index;
  const message = `${name} is an alias of ${alias.indexName}; the route needs the index.`;
  throw new Refusal<ProductErrorCode>('ALIAS_NOT_INDEX', { message });
}

/**
 * Finds an index of the caller by its name or by that of an alias, for routes that read the served build. The
 * key's patterns apply to the name in the request: an alias within them gives access to an index of any name.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `FORBIDDEN`
 */
export async function findReadIndex(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<ProductIndexRow> {
  return (await findNamed(deps, caller, name)).index;
}

interface NamedIndex {
  index: ProductIndexRow;
  /** Alias in the request; null for the index itself. */
  alias: ProductAliasRow | null;
}

async function findNamed(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<NamedIndex> {
  refuseOtherIndexes(caller, name);
  const isName = indexNamePattern.test(name);
  const byName = isName ? await stores.productIndexes.find(caller, name) : null;
  if (byName !== null) return { index: byName, alias: null };
  const alias = isName ? await stores.productAliases.find(caller, name) : null;
  const index = alias === null ? null : await stores.productIndexes.get(alias.indexId);
  if (index === null) throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
  return { index, alias };
}

/** Refuses names of indexes beyond the key's patterns. @throws Refusal `FORBIDDEN` */
export function refuseOtherIndexes(caller: Caller, name: string): void {
  if (reaches(caller, name)) return;
  throw new Refusal<ProductErrorCode>('FORBIDDEN', {
    message: 'The API key does not reach this index.',
  });
}

/** Patterns of the index names that the key reaches, for lists. */
export function indexPatternsOf(caller: Caller): IndexPatterns {
  return scopeOf(caller).chain.flatMap(({ indexes }) => (indexes === null ? [] : [indexes]));
}

export function reaches(caller: Caller, name: string): boolean {
  return reachesIndex(scopeOf(caller), name);
}
