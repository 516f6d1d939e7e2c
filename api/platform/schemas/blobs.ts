import { z } from 'zod';

export const blobParams = z.strictObject({
  key: z.string().describe('Name of the file inside the service.'),
});

/** Query of a signed link. Clients use links as they are issued. */
export const blobLinkQuery = z.strictObject({
  expires: z.string().optional().describe('Unix seconds.'),
  filename: z.string().optional().describe('Name that the file is offered under.'),
  sig: z.string().optional().describe('Signature over all of the link.'),
});
