import { z } from 'zod';

export const blobParams = z.strictObject({
  key: z.string().describe('Name of the file inside the service.'),
});

/** All of it comes with the link; nothing is to be put together by a client. */
export const blobLinkQuery = z.strictObject({
  expires: z.string().optional().describe('Unix seconds.'),
  filename: z.string().optional().describe('Name that the file is offered under.'),
  sig: z.string().optional().describe('Signature over all of the link.'),
});
