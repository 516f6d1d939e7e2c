export const collectionPath = (name: string): string => `/collections/${encodeURIComponent(name)}`;

export const documentPath = (collection: string, documentId: string): string =>
  `${collectionPath(collection)}/documents/${encodeURIComponent(documentId)}`;
