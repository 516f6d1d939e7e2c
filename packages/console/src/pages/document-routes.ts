import { type RouteObject } from 'react-router';

export const documentRoutes: RouteObject[] = [
  { path: 'parse', lazy: async () => ({ Component: (await import('./parse/parse-page')).ParsePage }) },
  {
    path: 'parse/:jobId',
    lazy: async () => ({ Component: (await import('./parse/parse-job-page')).ParseJobPage }),
  },
  {
    path: 'collections',
    lazy: async () => ({ Component: (await import('./collections/collections-page')).CollectionsPage }),
  },
  {
    path: 'collections/:collectionName',
    lazy: async () => ({ Component: (await import('./collections/collection-page')).CollectionPage }),
  },
  {
    path: 'collections/:collectionName/documents/:documentId',
    lazy: async () => ({ Component: (await import('./documents/document-page')).DocumentPage }),
  },
  {
    path: 'collections/:collectionName/documents/:documentId/masking',
    lazy: async () => ({ Component: (await import('./documents/masking/masking-page')).MaskingPage }),
  },
  { path: 'syncs', lazy: async () => ({ Component: (await import('./syncs/syncs-page')).SyncsPage }) },
  { path: 'syncs/:sync', lazy: async () => ({ Component: (await import('./syncs/sync-page')).SyncPage }) },
];
