import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { isNoRoom, SearchIndexMissing, SearchWritesRefused } from './search-unavailable';

/** Operations of one request. */
const bulkOperationsMax = 500;

/** Whether the call returns only when searches find its writes, which may take a second. */
export type Refresh = 'wait_for' | false;

type Operation = readonly [estypes.BulkOperationContainer, object?];

/** The search engine refuses rows; a retry does not help. */
class RowsRefused extends Error {
  override readonly name = 'RowsRefused';

  constructor(item: estypes.BulkResponseItem, count: number) {
    super(
      `The search index refused ${count} rows; first ${item._id ?? ''}: ${item.error?.type ?? ''}, ${item.error?.reason ?? ''}`,
    );
  }
}

/**
 * Writes operations through an alias, in order, in requests of bounded size. An update or a delete ignores a
 * missing row. Any other failure throws: `SearchIndexMissing` without the alias, `SearchWritesRefused` while
 * an index is blocked.
 *
 * @returns ids of the rows that are no longer in the state that their update requires
 */
export async function bulk(
  client: Client,
  alias: string,
  operations: readonly Operation[],
  refresh: Refresh,
): Promise<string[]> {
  const overtaken: string[] = [];
  for (let from = 0; from < operations.length; from += bulkOperationsMax) {
    const part = operations.slice(from, from + bulkOperationsMax);
    const last = from + bulkOperationsMax >= operations.length;
    const response = await client.bulk({
      index: alias,
      // An index that was removed meanwhile must not be made again by a late write, with guessed fields.
      require_alias: true,
      operations: part.flat().filter((line) => line !== undefined),
      refresh: last ? refresh : false,
    });
    if (!response.errors) continue;
    throwFailure(response);
    overtaken.push(...response.items.flatMap(({ update }) => (isOvertaken(update) ? [update._id!] : [])));
  }
  return overtaken;
}

function throwFailure(response: estypes.BulkResponse): void {
  const failed = response.items.flatMap(({ index, update, delete: removal }) => {
    const change = update ?? removal;
    const done = change?.error === undefined || change.status === 404 || isOvertaken(update);
    if (change !== undefined) return done ? [] : [change];
    return index?.error === undefined ? [] : [index];
  });
  const first = failed[0];
  if (first === undefined) return;
  if (failed.some(({ error }) => error?.type === 'index_not_found_exception')) throw new SearchIndexMissing();
  const blocked = failed.find(({ error, status }) => isNoRoom(error, status));
  if (blocked !== undefined) throw new SearchWritesRefused(blocked.error?.reason ?? 'a block');
  const busy = failed.find(({ status }) => status === 429 || status >= 500);
  if (busy !== undefined) throw new errors.ConnectionError(`a bulk item failed: ${busy.error?.type ?? ''}`);
  throw new RowsRefused(first, failed.length);
}

const isOvertaken = (update: estypes.BulkResponseItem | undefined): update is estypes.BulkResponseItem =>
  update?.status === 409;
