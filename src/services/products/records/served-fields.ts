import { pathKey } from '../../../product-search';
import { tableOf } from '../../../stores/products/product-builds';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';

const none: ReadonlySet<string> = new Set();

/**
 * Fields of the build that an index serves, by `pathKey`; none before the first build. The fields of a build
 * never change, so a process reads them once.
 */
export async function servedFieldsOf(
  { searchState: { fieldPaths }, stores }: Pick<ServiceDeps, 'searchState' | 'stores'>,
  { served }: ProductIndexRow,
): Promise<ReadonlySet<string>> {
  if (served === null) return none;
  const known = fieldPaths.get(served.buildId);
  if (known !== undefined) return known;
  const row = await stores.productBuilds.get(served.buildId);
  const table = row === null ? null : tableOf(row);
  if (table === null) return none;
  const fields = new Set(table.fields.map(({ path }) => pathKey(path)));
  fieldPaths.set(served.buildId, fields);
  return fields;
}
