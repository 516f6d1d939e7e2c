export const collectionPath = (name: string): string => `/collections/${encodeURIComponent(name)}`;

export const documentPath = (collection: string, documentId: string): string =>
  `${collectionPath(collection)}/documents/${encodeURIComponent(documentId)}`;

/** Address of the query page for a collection. */
export const queryPath = (collection: string): string =>
  `/query?collection=${encodeURIComponent(collection)}`;
