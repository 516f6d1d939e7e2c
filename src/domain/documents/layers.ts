/**
 * A namespace that a collection shows. A collection has a list of them, oldest first; the last one is its
 * own, the only one that it writes to.
 */
export interface Layer {
  namespace: string;
  /**
   * The last sequence number of the namespace that is shown; null in the collection's own layer, which shows
   * everything.
   */
  asOf: number | null;
  /**
   * Whether relations and metadata of chunks are shown too; false in what a copy without the graph took over.
   */
  graph: boolean;
}

/** A layer as one read sees it: with the number that it shows its namespace at. */
export interface LayerWindow {
  namespace: string;
  asOf: number;
  graph: boolean;
}

/** From when to when a row is visible in its namespace, as sequence numbers; null: not yet. */
export interface Lifetime {
  added: number | null;
  removed: number | null;
}

/**
 * Fields of a collection that decide which rows it shows. `sequence` is the last number that its own
 * namespace has given out.
 */
export interface Layered {
  layers: Layer[];
  sequence: number;
}

/** The namespace that a collection writes to. */
export function ownNamespace({ layers }: Pick<Layered, 'layers'>): string {
  return layers.at(-1)!.namespace;
}

/** A fresh own layer, in which everything is shown. */
export function ownLayer(namespace: string): Layer {
  return { namespace, asOf: null, graph: true };
}

/**
 * The layers as they stand at this moment: later writes to the collection's own namespace are not seen
 * through them.
 */
export function windowsOf({ layers, sequence }: Layered): LayerWindow[] {
  return layers.map(({ namespace, asOf, graph }) => ({ namespace, asOf: asOf ?? sequence, graph }));
}

/**
 * Layers of a copy: those of the source as they stand, under a fresh own one. A layer that shows nothing is
 * left out, so that copies of copies do not pile up layers by themselves.
 *
 * @param graph whether relations and chunk metadata come along
 */
export function copiedLayers(source: Layered, graph: boolean, namespace: string): Layer[] {
  const shown = windowsOf(source).filter(({ asOf }) => asOf > 0);
  return [...shown.map((layer) => ({ ...layer, graph: layer.graph && graph })), ownLayer(namespace)];
}

/** Where the rows of a namespace lie: in an index with others of the organization, or in one of its own. */
export type NamespaceHome = 'shared' | 'own';

/** Rows of a namespace from which on it gets an index of its own. */
export const sharedRowsMax = 50_000;

/** Where contents of a size belong. */
export const homeOf = (rows: number, rowsMax = sharedRowsMax): NamespaceHome =>
  rows < rowsMax ? 'shared' : 'own';

/** A collection with more inherited layers than this is flattened in the background. */
export const inheritedLayersMax = 8;
/** So is one that hides more rows of inherited layers than this. */
export const tombstonesMax = 1_000;
