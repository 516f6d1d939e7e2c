/**
 * Feature of an organization that operators enable. On, only keys with the permission `webhooks` manage
 * webhooks, and each endpoint only in its environment. Off, any key of the organization manages all
 * endpoints.
 */
export const webhookPermissionFeature = 'webhook_permission';
