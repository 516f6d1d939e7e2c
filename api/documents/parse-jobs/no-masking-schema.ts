import { z } from 'zod';

/** Declared so that requests with it are refused with a reason. Indexing knows masking, parsing does not. */
const masking = z.never({ error: 'parsing has no masking options' }).optional();

/** Masking options of indexing, which parse requests refuse. */
export const noMasking = {
  mask_pii: masking,
  pii_fields: masking,
  pii_instructions: masking,
  pii_engine: masking,
  pii_fallback: masking,
  pii_include_tags: masking,
  pii_include_near: masking,
};
