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
     * Looks up the documents of a collection that have these filenames or ids, with one query. A file name counts in
     * every spelling of Unicode, unless a document has exactly this one.
     *
     * @param options.includeArchived whether archived documents are among them
     * @returns the ids by name, at most two of each: a name is ambiguous from two on
     */
    async resolve(
      collection: Layered,
      names: readonly string[],
      { includeArchived }: { includeArchived: boolean },
    ): Promise<Map<string, string[]>> {
      const shown = visibleDocuments(await viewOf(tombstones, collection)) as Filter<DocumentRow>;
      const among = { $in: [...new Set(names.flatMap(spellings))] };
      const found = rows.aggregate<{ _id: string; first: string; last: string }>([
        { $match: { $and: [shown, { $or: [{ filename: among }, { documentId: among }] }] } },
        ...(includeArchived ? [] : [{ $match: { archived: false } }]),
        { $project: { _id: 0, documentId: 1, name: ['$filename', '$documentId'] } },
        { $unwind: '$name' },
        { $match: { name: among } },
        { $group: { _id: '$name', first: { $min: '$documentId' }, last: { $max: '$documentId' } } },
      ]);
      const documents = new Map<string, string[]>();
      for await (const { _id, first, last } of found)
        documents.set(_id, first === last ? [first] : [first, last]);
      return new Map(names.map((name) => [name, documents.get(name) ?? otherwiseSpelled(name, documents)]));
    },
  };
}

/** A name as it is, composed, and decomposed as some file systems write it. */
const spellings = (name: string): string[] => [name, name.normalize('NFC'), name.normalize('NFD')];

/** Ids of the documents that have another spelling of a name, at most two. */
function otherwiseSpelled(name: string, documents: ReadonlyMap<string, string[]>): string[] {
  const ids = new Set(spellings(name).flatMap((spelling) => documents.get(spelling) ?? []));
  return [...ids].slice(0, 2);
}
