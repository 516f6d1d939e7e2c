import { type Client, errors } from '@elastic/elasticsearch';
import { bulk, type Refresh } from '../../elastic/bulk';
import { type IndexedState } from './chunk-row';

/** Rows of one read and one write request. */
const rowsPerRoundMax = 500;
/** Retries against concurrent writers of the same rows in other processes. */
const rivalsMax = 100;

interface NewState {
  id: string;
  state: IndexedState;
}

/** The present state of a row. */
interface Standing {
  revision: number;
  if_seq_no: number;
  if_primary_term: number;
}

/**
 * Creates the update of existing rows, never to an older revision. A row with a newer revision is written
 * again unchanged, so that waiting for its visibility also covers the concurrent write. Missing rows are
 * skipped.
 */
export async function bringForward(
  client: Client,
  alias: string,
  rows: readonly NewState[],
  refresh: Refresh,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerRoundMax) {
    const last = from + rowsPerRoundMax >= rows.length;
    await bringPart(client, alias, rows.slice(from, from + rowsPerRoundMax), last ? refresh : false);
  }
}

async function bringPart(
  client: Client,
  alias: string,
  rows: readonly NewState[],
  refresh: Refresh,
): Promise<void> {
  let left = rows;
  for (let round = 0; left.length > 0; round++) {
    if (round === rivalsMax) throw new Error('the search index changes faster than it can be written');
    const standings = await standingsOf(client, alias, left);
    const operations = left.flatMap(({ id, state }) => {
      const standing = standings.get(id);
      if (standing === undefined) return [];
      const { revision, ...place } = standing;
      const doc = revision > state.revision ? { revision } : state;
      return [[{ update: { _id: id, ...place } }, { doc, detect_noop: false }] as const];
    });
    const overtaken = new Set(await bulk(client, alias, operations, refresh));
    left = left.filter(({ id }) => overtaken.has(id));
  }
}

async function standingsOf(
  client: Client,
  alias: string,
  rows: readonly NewState[],
): Promise<Map<string, Standing>> {
  const standings = new Map<string, Standing>();
  const { docs } = await client.mget<Pick<IndexedState, 'revision'>>({
    index: alias,
    ids: rows.map(({ id }) => id),
    _source_includes: ['revision'],
  });
  for (const doc of docs) {
    if ('error' in doc) {
      if (doc.error.type === 'index_not_found_exception') continue;
      throw new errors.ConnectionError(`a row could not be read: ${doc.error.type}`);
    }
    if (!doc.found) continue;
    const { _id, _source, _seq_no, _primary_term } = doc;
    const place = { if_seq_no: _seq_no!, if_primary_term: _primary_term! };
    standings.set(_id, { revision: _source!.revision, ...place });
  }
  return standings;
}
