import { type DeletionPolicy } from '../../../src/domain/documents/sync';
import { type ObjectFacts } from '../../../src/object-stores';
import { type KnownObject, type SyncObjectStore } from '../../../src/stores/documents/syncs/sync-objects';

const knownPerBatch = 5_000;

/** Outcome of the comparison of a page of a listing with what is known of the keys that the page covers. */
export interface PageChanges {
  added: ObjectFacts[];
  modified: ObjectFacts[];
  /** Keys of objects that are back as they were, and whose documents are archived. */
  revived: string[];
  unchanged: number;
}

/** A page, and the range of keys that it covers. */
export interface PageOfRange {
  syncId: string;
  /** Marks what is missing. */
  jobId: string;
  /** Epoch of the sync: what is known from another epoch counts as unknown. */
  epoch: number;
  /** Objects of the page that patterns let through. */
  wanted: readonly ObjectFacts[];
  deletionPolicy: DeletionPolicy;
  /** Greatest key before the page. */
  after: string;
  /** Greatest key of the page; null for the last page, which covers everything behind. */
  upTo: string | null;
}

/** Order of keys as the store of objects has it: by their bytes in UTF-8. */
export function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/**
 * Compares a page with what is known, and marks known objects of its range that it does not have. Both go by
 * keys in one order, so that a page meets each known object once, a batch at a time. Keys that a listing hands
 * out against the order are looked up one by one; what was marked in their place is unmarked, at the latest
 * before its document would be removed.
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
