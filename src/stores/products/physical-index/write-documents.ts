import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { boundedGroups } from '../../../bounded-groups';
import { isClosed, isNoRoom, isRefusedForRoom } from '../../elastic/search-unavailable';

/** Bounds of one request, in characters and documents. */
const requestBounds = { sizeMax: 8 * 1024 * 1024, countMax: 1_000 };
/** Longest reason: the search engine quotes refused values. */
const reasonCharsMax = 300;

/** The new state of a document. */
export interface PhysicalDocument {
  /** Id of the record. */
  id: string;
  /** Sequence number of the record's last entry: a document with a higher one stays unchanged. */
  version: number;
  /** JSON text of the document; null removes it. */
  body: string | null;
}

/** The search engine refuses writes because its disk is full: an operator has to make room. */
export class EngineDiskFull extends Error {
  override readonly name = 'EngineDiskFull';

  constructor(cause?: unknown) {
    super('The search engine refuses writes: its disk is full.', { cause });
  }
}

/** The physical index is missing in the search engine: removed or lost. */
export class PhysicalIndexGone extends Error {
  override readonly name = 'PhysicalIndexGone';

  constructor() {
    super('The physical index is not there.');
  }
}

/** A document that the search engine refuses; a retry does not help. */
export interface RefusedDocument {
  id: string;
  /** Reason of the search engine, at most 300 characters. */
  reason: string;
}

/**
 * Writes documents by id into a physical index, in requests of bounded size. Repeated writes change nothing,
 * and an older state never replaces a newer one. Refused documents are skipped and returned.
 *
 * @throws EngineDiskFull, PhysicalIndexGone, or an error for which `isSearchUnavailable` is true
 */
export async function writeDocuments(
  client: Client,
  physical: string,
  documents: readonly PhysicalDocument[],
): Promise<RefusedDocument[]> {
  const refused: RefusedDocument[] = [];
  for (const part of boundedGroups(documents, requestBounds, ({ body }) => body?.length ?? 0)) {
    const response = await client
      .bulk({
        index: writeAlias(physical),
        // A physical index that was dropped meanwhile must not be made again, with guessed fields.
        require_alias: true,
        operations: part.flatMap(linesOf),
        filter_path: ['errors', 'items.*.error', 'items.*.status'],
      })
      .catch((error: unknown) => {
        throw isRefusedForRoom(error) ? new EngineDiskFull(error) : error;
      });
    if (response.errors) refused.push(...refusedOf(part, response));
  }
  return refused;
}

/** Alias for writes to a physical index; it is removed with its index. */
export function writeAlias(physical: string): string {
  return `${physical}__write`;
}

function linesOf({ id, version, body }: PhysicalDocument): object[] {
  const place = { _id: id, version, version_type: 'external_gte' };
  // The client sends a string unchanged.
  return body === null ? [{ delete: place }] : [{ index: place }, body as unknown as object];
}

/** The refused documents of a request. @throws for failures that a retry may avoid */
function refusedOf(part: readonly PhysicalDocument[], { items }: estypes.BulkResponse): RefusedDocument[] {
  const failed = items.flatMap((item, place) => {
    const outcome = item.index ?? item.delete;
    // A conflict means that a newer state exists.
    if (outcome?.error === undefined || outcome.status === 409) return [];
    return [{ id: part[place]!.id, error: outcome.error, status: outcome.status }];
  });
  if (failed.some(({ status }) => status === 404)) throw new PhysicalIndexGone();
  if (failed.some(({ error, status }) => isNoRoom(error, status))) throw new EngineDiskFull();
  const busy = failed.find(({ error, status }) => status === 429 || status >= 500 || isClosed(error));
  if (busy !== undefined) throw new errors.ConnectionError(`a bulk item failed: ${busy.error.type}`);
  return failed.map(({ id, error: { type, reason = '' } }) => ({
    id,
    reason: `${type}, ${reason ?? ''}`.slice(0, reasonCharsMax),
  }));
}
