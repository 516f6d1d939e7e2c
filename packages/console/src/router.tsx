import { createHashRouter } from 'react-router';
import { PageFault } from './layout/page-fault';
import { Shell } from './layout/shell';
import { documentRoutes } from './pages/document-routes';
import { queryRoutes } from './pages/query-routes';
import { jobRoutes } from './pages/jobs/job-routes';
import { productRoutes } from './pages/products/product-routes';
import { webhookRoutes } from './pages/webhooks/webhook-routes';

/**
 * Pages are loaded when they are opened. Their addresses follow `#`, so that the service serves one page for
 * the console, below any prefix.
 */
export const router = createHashRouter([
  {
    path: '/',
    element: <Shell />,
    errorElement: <PageFault />,
    children: [
      { index: true, lazy: async () => ({ Component: (await import('./pages/home/home-page')).HomePage }) },
      ...jobRoutes,
      ...documentRoutes,
      ...queryRoutes,
      ...productRoutes,
      ...webhookRoutes,
      { path: '*', element: <PageFault /> },
    ],
  },
]);
