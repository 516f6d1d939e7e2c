/** Address of an endpoint in the console. */
export const endpointPath = (endpointId: string): string => `/webhooks/${encodeURIComponent(endpointId)}`;

/**
 * Address of a message to an endpoint.
 *
 * @param createdAt finds the message in the list, which is the only place of the API that tells its state
 */
export function messagePath(endpointId: string, messageId: string, createdAt?: string): string {
  const query = createdAt === undefined ? '' : `?${new URLSearchParams({ created: createdAt }).toString()}`;
  return `${endpointPath(endpointId)}/messages/${encodeURIComponent(messageId)}${query}`;
}
