import { idempotencyKeyCharsMax } from '../../../src/domain/platform/limits';
import { type JsonSchema } from './json-schema';

/** Shared headers by their names in the document. */
export const headerComponents = {
  RetryAfter: {
    description: 'Seconds after which a new try may succeed.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: {
    description:
      'The limit that is nearest, on all answers that count against one: its name, the requests left (`r`), ' +
      'and the seconds until all of it is free again (`t`).',
    schema: { type: 'string', examples: ['"key";r=2990;t=1'] },
  },
  RateLimitPolicy: {
    description: 'The size of the limit in `RateLimit`: requests (`q`) in so many seconds (`w`).',
    schema: { type: 'string', examples: ['"key";q=3000;w=60'] },
  },
  Replayed: {
    description: 'The answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  Challenge: {
    description: 'The scheme that a key is sent with.',
    schema: { type: 'string', const: 'Bearer' },
  },
};

/** The parameter `Idempotency-Key`. */
export const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key with the same body within 24 hours gets the first answer again, with `Idempotent-Replayed: true`. A failed request does not keep the key. Without one, every request is a new one.',
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyCharsMax, pattern: '^[ -~]+$' },
};

/** Reference to one of {@link headerComponents}. */
export function headerRef(name: keyof typeof headerComponents): JsonSchema {
  return { $ref: `#/components/headers/${name}` };
}
