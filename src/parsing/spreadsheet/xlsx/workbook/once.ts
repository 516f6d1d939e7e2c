/** The result of the first call, for every call: what a workbook needs once, if at all. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
