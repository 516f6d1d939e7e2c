import { rawObject } from '../../../src/domain/products/raw-object';
import { type AnsweredBrowse } from './browse-index';
import { facetWarnings, presentFacets } from './present-facets';
import { jsonMembers, recordMembers } from './present-hits';
import { presentServedBy } from './present-served-by';

/** JSON text of a page of a browse: records stay the text that was sent. */
export function presentBrowse({ served, asked, found, nextCursor, facets, totalMs }: AnsweredBrowse): Buffer {
  const { total, records, engineMs } = found;
  const hits = records.map((record) => rawObject(recordMembers(record, asked.fields)));
  return Buffer.from(
    rawObject(
      new Map([
        ...jsonMembers({ ...presentServedBy(served), total }),
        ['hits', `[${hits.join(',')}]`],
        ...jsonMembers({
          next_cursor: nextCursor,
          ...(facets === null ? {} : presentFacets(facets, total)),
          warnings: facets === null ? [] : facetWarnings(facets),
          timing: { engine_ms: engineMs, total_ms: totalMs },
        }),
      ]),
    ),
  );
}
