import { createHashRouter, Navigate } from 'react-router';
import { Shell } from './layout/shell';
import { PageFault } from './layout/page-fault';

/**
 * Pages are loaded when they are opened. They are known by the part of the address behind `#`, so that the
 * console needs one page of the service, below any prefix.
 */
export const router = createHashRouter([
  {
    path: '/',
    element: <Shell />,
    errorElement: <PageFault />,
    children: [
      { index: true, element: <Navigate to="/jobs" replace /> },
      { path: 'jobs', lazy: async () => ({ Component: (await import('./pages/jobs/jobs-page')).JobsPage }) },
      {
        path: 'parse',
        lazy: async () => ({ Component: (await import('./pages/parse/parse-page')).ParsePage }),
      },
      {
        path: 'parse/:jobId',
        lazy: async () => ({ Component: (await import('./pages/parse/parse-job-page')).ParseJobPage }),
      },
      {
        path: 'query',
        lazy: async () => ({ Component: (await import('./pages/query/query-page')).QueryPage }),
      },
      {
        path: 'history',
        lazy: async () => ({ Component: (await import('./pages/history/history-page')).HistoryPage }),
      },
      {
        path: 'history/latency',
        lazy: async () => ({ Component: (await import('./pages/history/latency-page')).LatencyPage }),
      },
      {
        path: 'history/queries/:queryId',
        lazy: async () => ({
          Component: (await import('./pages/history/stored-query-page')).StoredQueryPage,
        }),
      },
      {
        path: 'collections',
        lazy: async () => ({
          Component: (await import('./pages/collections/collections-page')).CollectionsPage,
        }),
      },
      {
        path: 'collections/:collectionName',
        lazy: async () => ({
          Component: (await import('./pages/collections/collection-page')).CollectionPage,
        }),
      },
      {
        path: 'collections/:collectionName/documents/:documentId',
        lazy: async () => ({
          Component: (await import('./pages/documents/document-page')).DocumentPage,
        }),
      },
      { path: '*', element: <PageFault /> },
    ],
  },
]);
