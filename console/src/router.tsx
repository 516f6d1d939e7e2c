import { createHashRouter, Navigate } from 'react-router';
import { Shell } from './layout/shell';
import { PageFault } from './layout/page-fault';
import { jobRoutes } from './pages/jobs/job-routes';
import { productRoutes } from './pages/products/product-routes';

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
      ...jobRoutes,
      ...productRoutes,
      { path: '*', element: <PageFault /> },
    ],
  },
]);
