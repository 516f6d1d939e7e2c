import { nameIdentity } from '../../../../src/domain/documents/source-identity';
import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { type TestDatabase } from '../../../setup/database';
import { type CollectionModel, isSynced, type ModelCollection } from './collection-model';

/** An action of a random run over a collection; answers a note, null when there was nothing to do. */
export interface CollectionAction {
  weight: number;
  act: (name: string) => Promise<string | null>;
}

/** Means of a random run. */
interface Run {
  model: CollectionModel;
  row: (name: string) => Promise<CollectionRow>;
  pick: <T>(items: readonly T[]) => T | undefined;
  dice: { fraction(): number };
  /** An id that no job has. */
  newJob: () => string;
}

/** The one sync of a random run. */
const theSync = 'sync_1';
/** Files of a random run: `file-0` and so on. */
export const filesMax = 6;

/** The sync of a file; null for those that a caller indexes. */
export const syncOf = (file: string): string | null => (isSynced(file) ? theSync : null);

/** Work of syncs on collections. */
export function createSyncActions(
  database: TestDatabase,
  { model, row, pick, dice, newJob }: Run,
): Record<string, CollectionAction> {
  const { stores, documentWrites: writes } = database;

  return {
    takeAway: {
      weight: 2,
      async act(name) {
        const files = [...model.get(name).documents.values()].map(({ file }) => file).filter(isSynced);
        const file = pick(files);
        if (file === undefined) return null;
        const jobId = newJob();
        await database.mongo.db.collection('jobs').insertOne({ _id: jobId, rollback: null } as never);
        const identities = [nameIdentity(file)];
        const collectionId = (await row(name))._id;
        const removal = { collectionId, jobId, syncId: theSync, identities, mode: 'remove' } as const;
        expect(await writes.removeForJob(removal)).toBe(model.takeAway(name, file, jobId));
        return `${file} by ${jobId}`;
      },
    },
    bringBack: {
      weight: 2,
      async act(name) {
        const jobId = pick([...model.get(name).taken.keys()]);
        if (jobId === undefined) return null;
        const [removalId] = await stores.jobRemovals.after(jobId, null, 10);
        for (let time = 0; time < 2; time++) await writes.rollBackRemoval(removalId!);
        const back = (await stores.jobRemovals.rollbacksOf(jobId)).flatMap((one) =>
          one.state === 'restored' ? one.documentIds : [],
        );
        expect(back.sort()).toEqual(model.bringBack(name, jobId).sort());
        return `${jobId}: ${back.join(', ')}`;
      },
    },
    archive: {
      weight: 4,
      async act(name) {
        const { documents } = model.get(name);
        const some = [...documents.keys()].filter(() => dice.fraction() < 0.4);
        const archived = dice.fraction() < 0.6;
        const changed = some.filter((documentId) => documents.get(documentId)!.archived !== archived);
        const unknown = 'doc_unknown';
        const done = await writes.setArchived((await row(name))._id, [...some, unknown], archived);
        expect(done.sort()).toEqual([...changed].sort());
        for (const documentId of some) documents.get(documentId)!.archived = archived;
        return `${some.join(', ')} ${String(archived)}`;
      },
    },
  };
}

/** Syncs leave exactly those files of a random run alone whose documents callers have deleted. */
export async function expectTombstones(
  { stores }: TestDatabase,
  collection: CollectionRow,
  { deleted }: Pick<ModelCollection, 'deleted'>,
): Promise<void> {
  const files = Array.from({ length: filesMax }, (_, n) => nameIdentity(`file-${n}`));
  const objects = files.map((identity) => ({ identity, etag: 'any' }));
  const standing = await stores.syncTombstones.standing(collection, objects);
  expect([...standing].sort()).toEqual([...deleted].map(nameIdentity).sort());
}
