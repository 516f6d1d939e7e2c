import { type RouteObject } from 'react-router';

/** Pages of webhooks: the endpoints, one endpoint, and one message. */
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
