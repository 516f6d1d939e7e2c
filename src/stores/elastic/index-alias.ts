/**
 * Stands between a namespace and the shared index that it lies in. No name of an index may hold it: a release
 * that knows nothing of shared indexes fails to make one for such a namespace, instead of splitting its rows.
 */
const separator = '#';

/** Id of a namespace whose rows lie in a shared index for as long as it lives. */
export const sharedNamespace = (id: string, sharedIndex: string): string => `${id}${separator}${sharedIndex}`;

/** The shared index that a namespace lies in; null where it has an index of its own. */
export const sharedIndexOf = (namespace: string): string | null => namespace.split(separator)[1] ?? null;

/**
 * Name under which the index of a namespace is read and written. It follows from the namespace alone, so that
 * it needs no lookup.
 *
 * @param namespace or the id of a shared index
 */
export function indexAlias(namespace: string): string {
  return `sheaf-${(sharedIndexOf(namespace) ?? namespace).toLowerCase()}`;
}

/** Names of the indexes that namespaces lie in, each once. */
export const indexAliases = (namespaces: readonly string[]): string[] => [
  ...new Set(namespaces.map(indexAlias)),
];
