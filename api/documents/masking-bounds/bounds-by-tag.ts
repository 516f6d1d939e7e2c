import { z } from 'zod';
import { MASKING_BOUNDS, PII_TAGS } from '../../../src/domain/platform/personal-data';

export const maskingTag = z.enum(PII_TAGS).meta({ id: 'MaskingTag' });

/** Bounds that were set, by tag. */
export const maskingBoundsByTag = z.partialRecord(maskingTag, z.enum(MASKING_BOUNDS));
