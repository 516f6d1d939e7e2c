import { type RouteObject } from 'react-router';

/** The endpoints of webhooks, one of them, and one message to it. */
export const webhookRoutes: RouteObject[] = [
  { path: 'webhooks', lazy: async () => ({ Component: (await import('./webhooks-page')).WebhooksPage }) },
  {
    path: 'webhooks/:endpoint',
    lazy: async () => ({ Component: (await import('./endpoint-page')).EndpointPage }),
  },
  {
    path: 'webhooks/:endpoint/messages/:message',
    lazy: async () => ({ Component: (await import('./message-page')).MessagePage }),
  },
];
