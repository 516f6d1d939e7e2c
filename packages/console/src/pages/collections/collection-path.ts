/** Address of a collection in the console. */
export const collectionPath = (name: string): string => `/collections/${encodeURIComponent(name)}`;

/** Address of a document in the console. */
export const documentPath = (collection: string, documentId: string): string =>
  `${collectionPath(collection)}/documents/${encodeURIComponent(documentId)}`;
