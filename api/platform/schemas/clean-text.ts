import { z } from 'zod';
import { isCleanText } from '../../../src/domain/platform/clean-text';

/** Text without halves of surrogate pairs, which no store would keep as they were sent. */
export const cleanText = z.string().refine(isCleanText, 'must be well-formed text');
