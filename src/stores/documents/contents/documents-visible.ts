import { type ClientSession, type Filter } from 'mongodb';
import { type Layered, type LayerWindow, windowsOf } from '../../../domain/documents/layers';
import { type TombstoneKind, type TombstoneStore } from './tombstones';

/** A window with what later layers hide of it. */
export interface VisibleWindow extends LayerWindow {
  hidden: Record<TombstoneKind, string[]>;
}

/**
 * The view of a collection: all that it shows at one moment. Every read of documents, chunks and relations
 * goes through one.
 */
export type CollectionView = VisibleWindow[];

/**
 * Takes the view of a collection as its row says. Later writes are not in it: all reads through one view
 * agree with each other, and with the counts of the row.
 */
export async function viewOf(
  tombstones: TombstoneStore,
  collection: Layered,
  session?: ClientSession,
): Promise<CollectionView> {
  const windows = windowsOf(collection);
  // The oldest layer has nothing below it to hide.
  const found = await tombstones.of(windows.slice(1), session);
  const position = new Map(windows.map(({ namespace }, index) => [namespace, index]));
  return windows.map((window, index) => {
    const hidden: VisibleWindow['hidden'] = { document: [], relations_of: [], relation: [] };
    for (const { namespace, kind, target } of found)
      if (position.get(namespace)! > index) hidden[kind].push(target);
    return { ...window, hidden };
  });
}

/**
 * MongoDB's filter for the rows of `documents` that a view shows. Its twin for the search index is
 * `visibleRows`.
 */
export function visibleDocuments(view: CollectionView): Filter<VisibleFields> {
  return anyOf(
    view.map((window) => ({
      ...thereIn(window),
      ...(window.hidden.document.length > 0 && { documentId: { $nin: window.hidden.document } }),
    })),
  );
}

/** The same for the rows of `relations`. */
export function visibleRelations(view: CollectionView): Filter<VisibleFields> {
  const shown = view.filter(({ graph }) => graph);
  return anyOf(
    shown.map((window) => ({
      ...thereIn(window),
      ...(window.hidden.relations_of.length > 0 && {
        sourceDocumentId: { $nin: window.hidden.relations_of },
      }),
      ...(window.hidden.relation.length > 0 && { relationId: { $nin: window.hidden.relation } }),
    })),
  );
}

/** The fields that visibility is decided by. */
interface VisibleFields {
  namespace: string;
  added: number | null;
  removed: number | null;
  documentId: string;
  sourceDocumentId: string;
  relationId: string;
}

const thereIn = ({ namespace, asOf }: LayerWindow): Filter<VisibleFields> => ({
  namespace,
  added: { $lte: asOf },
  removed: { $not: { $lte: asOf } },
});

const anyOf = (filters: Filter<VisibleFields>[]): Filter<VisibleFields> =>
  filters.length === 1 ? filters[0]! : { $or: filters };
