import { type Db, type Filter } from 'mongodb';
import { type Layered } from '../../../domain/documents/layers';
import { documentIndexes, type DocumentRow } from '../contents/documents';
import { viewOf, visibleDocuments } from '../contents/documents-visible';
import { createTombstoneStore } from '../contents/tombstones';

/** The documents that cases name. */
export function createEvaluationGoldStore(db: Db) {
  const rows = db.collection<DocumentRow>(documentIndexes.collection);
  const tombstones = createTombstoneStore(db);

  return {
    /**
     * Looks up the documents of a collection that have these filenames or ids, with one query.
     *
     * @returns the ids by name, at most two of each: a name is ambiguous from two on
     */
    async resolve(collection: Layered, names: readonly string[]): Promise<Map<string, string[]>> {
      const shown = visibleDocuments(await viewOf(tombstones, collection)) as Filter<DocumentRow>;
      const among = { $in: [...names] };
      const found = rows.aggregate<{ _id: string; first: string; last: string }>([
        { $match: { $and: [shown, { $or: [{ filename: among }, { documentId: among }] }] } },
        { $project: { _id: 0, documentId: 1, name: ['$filename', '$documentId'] } },
        { $unwind: '$name' },
        { $match: { name: among } },
        { $group: { _id: '$name', first: { $min: '$documentId' }, last: { $max: '$documentId' } } },
      ]);
      const documents = new Map<string, string[]>();
      for await (const { _id, first, last } of found)
        documents.set(_id, first === last ? [first] : [first, last]);
      return documents;
    },
  };
}
