/** Name under which the index of a namespace is read and written. */
export function indexAlias(namespace: string): string {
  return `sheaf-${namespace.toLowerCase()}`;
}
