import { type DeletionPolicy } from '../../../src/domain/documents/sync';
import { type ObjectFacts } from '../../../src/object-stores';
import { type KnownObject, type SyncObjectStore } from '../../../src/stores/documents/syncs/sync-objects';

const knownPerBatch = 5_000;

/** Result of comparing a page of a listing with the known objects in its range of keys. */
export interface PageChanges {
  added: ObjectFacts[];
  modified: ObjectFacts[];
  /** Keys of unchanged objects whose documents are archived. */
  revived: string[];
  unchanged: number;
}

/** A page, and its range of keys. */
export interface PageOfRange {
  syncId: string;
  /** Job for which missing objects are marked. */
  jobId: string;
  /** Epoch of the sync: objects known from another epoch count as unknown. */
  epoch: number;
  /** Objects of the page that match the patterns. */
  wanted: readonly ObjectFacts[];
  deletionPolicy: DeletionPolicy;
  /** Greatest key before the page. */
  after: string;
  /** Greatest key of the page; null for the last page, which has no upper bound. */
  upTo: string | null;
}

/** Compares keys in the order of object stores: by their bytes in UTF-8. */
export function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/**
 * Compares a page with the known objects in its range, and marks those that it lacks. Both are sorted by
 * keys, so that each known object is compared once, a batch at a time. Listed keys that are out of order are
 * looked up singly; objects marked wrongly because of them are unmarked, at the latest before the removal of
 * their documents.
 */
export async function comparePage(objects: SyncObjectStore, page: PageOfRange): Promise<PageChanges> {
  const { syncId, jobId, epoch, wanted, upTo, deletionPolicy } = page;
  const waiting = new Map(wanted.map((object) => [object.key, object]));
  const changes: PageChanges = { added: [], modified: [], revived: [], unchanged: 0 };

  async function compare(known: readonly KnownObject[], coversRange: boolean): Promise<void> {
    const missing: string[] = [];
    const returned: string[] = [];
    for (const row of known) {
      const object = waiting.get(row.key);
      if (object === undefined) {
        const isSettled = row.state === 'archived' && deletionPolicy !== 'mirror';
        if (coversRange && !isSettled) missing.push(row.key);
        continue;
      }
      waiting.delete(row.key);
      if (row.missing !== undefined) returned.push(row.key);
      const isSame = row.etag === object.etag && row.byteSize === object.byteSize;
      if (row.epoch !== epoch) changes.added.push(object);
      else if (!isSame) changes.modified.push(object);
      else if (row.state === 'archived') changes.revived.push(row.key);
      else changes.unchanged++;
    }
    await Promise.all([objects.markMissing(syncId, jobId, missing), objects.unmark(syncId, returned)]);
  }

  let { after } = page;
  for (let more = true; more;) {
    const known = await objects.between(syncId, after, upTo, knownPerBatch);
    await compare(known, true);
    more = known.length === knownPerBatch;
    after = known.at(-1)?.key ?? after;
  }
  const disordered = [...waiting.keys()].filter((key) => compareKeys(key, page.after) <= 0);
  if (disordered.length > 0) await compare(await objects.getMany(syncId, disordered), false);
  changes.added.push(...waiting.values());
  return changes;
}
