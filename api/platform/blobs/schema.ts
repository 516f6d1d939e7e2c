import { z } from 'zod';

export const blobParams = z.strictObject({
  key: z.string().describe('Name of the file inside the service.'),
});

/** Query of a signed link. Clients use links as they are issued. */
export const blobLinkQuery = z.strictObject({
  expires: z.string().optional().describe('Unix seconds; part of the link.'),
  filename: z
    .string()
    .optional()
    .describe('Name that the file is offered under; part of the link where it has one.'),
  sig: z.string().optional().describe('Signature over all of the link, and part of it.'),
});
