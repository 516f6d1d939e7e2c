/**
 * Feature of an organization that operators enable: webhooks are managed by keys with the permission
 * `webhooks`, and each endpoint by those of its environment. Off, any key of the organization manages all
 * endpoints.
 */
export const webhookPermissionFeature = 'webhook_permission';
