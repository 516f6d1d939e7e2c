import { z } from 'zod';
import { isCleanText } from '../../../src/domain/platform/clean-text';

/** Text without unpaired surrogates, which no store would keep unchanged. */
export const cleanText = z.string().refine(isCleanText, 'must be well-formed text');
