import { z } from 'zod';

/** A time in an answer: ISO 8601, UTC, with milliseconds. */
export const timestamp = z.iso.datetime();
