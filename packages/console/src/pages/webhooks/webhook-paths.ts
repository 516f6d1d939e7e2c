export const endpointPath = (endpointId: string): string => `/webhooks/${encodeURIComponent(endpointId)}`;

export const messagePath = (endpointId: string, messageId: string): string =>
  `${endpointPath(endpointId)}/messages/${encodeURIComponent(messageId)}`;
