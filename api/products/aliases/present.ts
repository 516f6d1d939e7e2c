import { type ChangedAlias, type ProductAliasRow } from '../../../src/stores/products/product-aliases';

export function presentAlias({ name, indexName, updatedAt }: ProductAliasRow) {
  return { alias: name, index: indexName, updated_at: updatedAt.getTime() };
}

export function presentChangedAlias({ alias, index, previous, updatedAt }: ChangedAlias) {
  return { alias, index, previous, updated_at: updatedAt.getTime() };
}
