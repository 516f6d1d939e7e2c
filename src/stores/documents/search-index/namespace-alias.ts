/**
 * Separates the id of a namespace from its shared index. Elasticsearch allows it in no name of an index, so
 * that such a namespace can never get an index of its own.
 */
const separator = '#';

/** Id of a namespace in a shared index; it never leaves that index. */
export const sharedNamespace = (id: string, sharedIndex: string): string => `${id}${separator}${sharedIndex}`;

/** The shared index of a namespace; null for one with an index of its own. */
export const sharedIndexOf = (namespace: string): string | null => namespace.split(separator)[1] ?? null;

/**
 * Alias by which the index of a namespace is read and written. It follows from the namespace without a
 * lookup.
 *
 * @param namespace a namespace, or the id of a shared index
 */
export function namespaceAlias(namespace: string): string {
  return `sheaf-${(sharedIndexOf(namespace) ?? namespace).toLowerCase()}`;
}

/** Aliases of the indexes of namespaces, each once. */
export const namespaceAliases = (namespaces: readonly string[]): string[] => [
  ...new Set(namespaces.map(namespaceAlias)),
];
