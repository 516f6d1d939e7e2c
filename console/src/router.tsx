import { createHashRouter } from 'react-router';
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
      { index: true, lazy: async () => ({ Component: (await import('./pages/home/home-page')).HomePage }) },
      { path: 'jobs', lazy: async () => ({ Component: (await import('./pages/jobs/jobs-page')).JobsPage }) },
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
        path: 'evaluations',
        lazy: async () => ({
          Component: (await import('./pages/evaluations/evaluations-page')).EvaluationsPage,
        }),
      },
      {
        path: 'evaluations/:evaluationId',
        lazy: async () => ({
          Component: (await import('./pages/evaluations/evaluation-page')).EvaluationPage,
        }),
      },
      {
        path: 'evaluations/:evaluationId/answers/:caseId/:config',
        lazy: async () => ({
          Component: (await import('./pages/evaluations/evaluation-answer-page')).EvaluationAnswerPage,
        }),
      },
      { path: '*', element: <PageFault /> },
    ],
  },
]);
