/** Address of an endpoint in the console. */
export const endpointPath = (endpointId: string): string => `/webhooks/${encodeURIComponent(endpointId)}`;

/** Address of a message to an endpoint. */
export const messagePath = (endpointId: string, messageId: string): string =>
  `${endpointPath(endpointId)}/messages/${encodeURIComponent(messageId)}`;
