import { Navigate, type RouteObject } from 'react-router';

export const jobRoutes: RouteObject[] = [
  { path: 'jobs', element: <Navigate to="/jobs/documents" replace /> },
  { path: 'jobs/documents', lazy: async () => ({ Component: (await import('./jobs-page')).JobsPage }) },
  { path: 'jobs/documents/:job', lazy: async () => ({ Component: (await import('./job-page')).JobPage }) },
  {
    path: 'jobs/products',
    lazy: async () => ({ Component: (await import('./product-jobs-page')).ProductJobsPage }),
  },
  {
    path: 'jobs/products/:job',
    lazy: async () => ({ Component: (await import('./product-job-page')).ProductJobPage }),
  },
];
