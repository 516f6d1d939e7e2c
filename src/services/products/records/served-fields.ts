import { LRUCache } from 'lru-cache';
import { pathKey } from '../../../product-search';
import { tableOf } from '../../../stores/products/product-builds';
import { type ProductIndexRow } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';

const buildsMax = 200;
const none: ReadonlySet<string> = new Set();

/** Fields of builds that are served. A build keeps its fields, so that they are read once. */
export function createServedFields({ stores }: Pick<ServiceDeps, 'stores'>) {
  const known = new LRUCache<string, ReadonlySet<string>>({ max: buildsMax });

  return {
    /** The fields of the build that an index serves, by `pathKey`; none before the first build. */
    async of({ served }: ProductIndexRow): Promise<ReadonlySet<string>> {
      if (served === null) return none;
      const former = known.get(served.buildId);
      if (former !== undefined) return former;
      const row = await stores.productBuilds.get(served.buildId);
      const table = row === null ? null : tableOf(row);
      if (table === null) return none;
      const fields = new Set(table.fields.map(({ path }) => pathKey(path)));
      known.set(served.buildId, fields);
      return fields;
    },
  };
}

export type ServedFields = ReturnType<typeof createServedFields>;
