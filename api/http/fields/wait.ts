import { z } from 'zod';
import { jobWaitMsMax } from '../../../src/domain/platform/limits';

/** `?wait=` of a job: whole seconds, read as milliseconds. Absent means no wait. */
export const wait = z
  .string()
  .regex(/^\d{1,2}s?$/, 'must be whole seconds, such as 30')
  .transform((text) => parseInt(text, 10) * 1_000)
  .refine((ms) => ms <= jobWaitMsMax, `must be at most ${jobWaitMsMax / 1_000} seconds`)
  .optional()
  .describe(`Seconds to wait for the end of the job, at most ${jobWaitMsMax / 1_000}; default none.`);
