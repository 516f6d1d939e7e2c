import { type RouteObject } from 'react-router';

/** Pages for queries, their history and evaluations. */
export const queryRoutes: RouteObject[] = [
  { path: 'query', lazy: async () => ({ Component: (await import('./query/query-page')).QueryPage }) },
  {
    path: 'history',
    lazy: async () => ({ Component: (await import('./history/history-page')).HistoryPage }),
  },
  {
    path: 'history/latency',
    lazy: async () => ({ Component: (await import('./history/latency-page')).LatencyPage }),
  },
  {
    path: 'history/queries/:queryId',
    lazy: async () => ({ Component: (await import('./history/stored-query-page')).StoredQueryPage }),
  },
  {
    path: 'evaluations',
    lazy: async () => ({ Component: (await import('./evaluations/evaluations-page')).EvaluationsPage }),
  },
  {
    path: 'evaluations/:evaluationId',
    lazy: async () => ({ Component: (await import('./evaluations/evaluation-page')).EvaluationPage }),
  },
  {
    path: 'evaluations/:evaluationId/answers/:caseId/:config',
    lazy: async () => ({
      Component: (await import('./evaluations/evaluation-answer-page')).EvaluationAnswerPage,
    }),
  },
];
