import { z } from 'zod';
import { MASKING_BOUNDS, PII_TAGS } from '../../../src/domain/platform/personal-data';

/** Bounds that were set, by tag. */
export const maskingBoundsByTag = z.partialRecord(z.enum(PII_TAGS), z.enum(MASKING_BOUNDS));
