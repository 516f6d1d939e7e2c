import { type ProductErrorCode } from '../../../domain/products/errors';
import { reachesIndex, scopeOf } from '../../../domain/products/key-scope';
import { indexNamePattern } from '../../../domain/products/product-index';
import { type IndexPatterns } from '../../../stores/products/index-names';
import { type ProductAliasRow } from '../../../stores/products/product-aliases';
import { type ProductIndexRow } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';

/**
 * An index of the caller by its name. Foreign names and text that cannot be a name are answered like unknown
 * names; names beyond the key's are refused, whether there is such an index or not.
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
 * An index of the caller by its name or by that of an alias, for routes that read what it serves. A key reaches
 * what it names: an alias within its patterns, whatever the index is called.
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
  /** The alias that was named; null for the index itself. */
  alias: ProductAliasRow | null;
}

async function findNamed(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<NamedIndex> {
  refuseOtherIndexes(caller, name);
  const isName = indexNamePattern.test(name);
  const named = isName ? await stores.productIndexes.find(caller, name) : null;
  if (named !== null) return { index: named, alias: null };
  const alias = isName ? await stores.productAliases.find(caller, name) : null;
  const index = alias === null ? null : await stores.productIndexes.get(alias.indexId);
  if (index === null) throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
  return { index, alias };
}

/** Refuses names of indexes that the key does not reach. @throws Refusal `FORBIDDEN` */
export function refuseOtherIndexes(caller: Caller, name: string): void {
  if (reaches(caller, name)) return;
  throw new Refusal<ProductErrorCode>('FORBIDDEN', {
    message: 'The API key does not reach this index.',
  });
}

/** Names of the indexes that the key reaches, for lists. */
export function indexPatternsOf(caller: Caller): IndexPatterns {
  return scopeOf(caller).chain.flatMap(({ indexes }) => (indexes === null ? [] : [indexes]));
}

export function reaches(caller: Caller, name: string): boolean {
  return reachesIndex(scopeOf(caller), name);
}
