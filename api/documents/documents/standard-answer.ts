import { z } from 'zod';

/** The answer to a request without a result to show. */
export const standardAnswer = z
  .strictObject({ success: z.literal(true), message: z.string() })
  .meta({ id: 'StandardResponse', examples: [{ success: true, message: 'The document was removed.' }] });
