import { type ClientSession, type Filter } from 'mongodb';
import { type Layered, type LayerWindow, windowsOf } from '../../../domain/documents/layers';
import { type TombstoneKind, type TombstoneStore } from './tombstones';

/** A window with the tombstones of later layers. */
export interface VisibleWindow extends LayerWindow {
  hidden: Record<TombstoneKind, string[]>;
}

/**
 * The view of a collection: its visible rows at one moment. Every read of documents, chunks and relations
 * needs one.
 */
export type CollectionView = VisibleWindow[];

/**
 * Reads the view for a collection's row. All reads through one view are consistent with each other and with
 * the counts of the row; later writes are not visible.
 */
export async function viewOf(
  tombstones: TombstoneStore,
  collection: Layered,
  session?: ClientSession,
): Promise<CollectionView> {
  const windows = windowsOf(collection);
  // The oldest layer hides nothing.
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
 * MongoDB's filter for the visible rows of `documents`. `visibleRows` is the same filter for the search
 * index.
 */
export function visibleDocuments(view: CollectionView): Filter<VisibleFields> {
  return anyOf(
    view.map((window) => ({
      ...thereIn(window),
      ...(window.hidden.document.length > 0 && { documentId: { $nin: window.hidden.document } }),
    })),
  );
}

/** MongoDB's filter for the visible rows of `relations`. */
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

/** The fields that decide visibility. */
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
