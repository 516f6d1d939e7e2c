/**
 * A namespace that a collection shows. A collection has a list of them, oldest first. It writes only to the
 * last one, its own.
 */
export interface Layer {
  namespace: string;
  /**
   * Last sequence number of the namespace that is shown; null in the collection's own layer, which shows all.
   */
  asOf: number | null;
  /**
   * Whether relations and metadata of chunks are shown too; false in the layers of a copy made without its
   * graph.
   */
  graph: boolean;
}

/** A layer with the sequence number up to which one read sees its namespace. */
export interface LayerWindow {
  namespace: string;
  asOf: number;
  graph: boolean;
}

/**
 * Sequence numbers of its namespace between which a row is visible; `removed` is null for a row that is still
 * visible.
 */
export interface Lifetime {
  added: number | null;
  removed: number | null;
}

/**
 * Fields of a collection that decide which rows it shows. `sequence` is the last number issued in its own
 * namespace.
 */
export interface Layered {
  layers: Layer[];
  sequence: number;
}

export function ownNamespace({ layers }: Pick<Layered, 'layers'>): string {
  return layers.at(-1)!.namespace;
}

/** A new own layer, which shows all of its namespace. */
export function ownLayer(namespace: string): Layer {
  return { namespace, asOf: null, graph: true };
}

/** The layers as of now: later writes to the collection's own namespace are not visible through them. */
export function windowsOf({ layers, sequence }: Layered): LayerWindow[] {
  return layers.map(({ namespace, asOf, graph }) => ({ namespace, asOf: asOf ?? sequence, graph }));
}

/**
 * Layers of a copy: those of the source as of now, under a new own one. Layers that show nothing are omitted,
 * to keep the layers of copies of copies few.
 *
 * @param graph whether relations and chunk metadata are copied too
 */
export function copiedLayers(source: Layered, graph: boolean, namespace: string): Layer[] {
  const shown = windowsOf(source).filter(({ asOf }) => asOf > 0);
  return [...shown.map((layer) => ({ ...layer, graph: layer.graph && graph })), ownLayer(namespace)];
}

/** Index that holds the rows of a namespace: one shared within the organization, or its own. */
export type NamespaceHome = 'shared' | 'own';

/** Number of rows from which a namespace gets an index of its own. */
export const sharedRowsMax = 50_000;

/** The kind of index for a number of rows. */
export const homeOf = (rows: number, rowsMax = sharedRowsMax): NamespaceHome =>
  rows < rowsMax ? 'shared' : 'own';

/** Most inherited layers; a collection with more is flattened in the background. */
export const inheritedLayersMax = 8;
/** Most hidden rows of inherited layers; a collection with more is flattened too. */
export const tombstonesMax = 1_000;
