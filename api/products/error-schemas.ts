import { type JsonSchema, schemaRef } from '../http/openapi/json-schema';

/** JSON schemas of the error body that `family.ts` writes. */
export const errorSchemas: Record<string, JsonSchema> = {
  ProductError: {
    type: 'object',
    description: 'Every refusal of product search. Branch on `error`; `message` is for people.',
    properties: {
      error: { type: 'string' },
      message: { type: 'string' },
      status_code: { type: 'integer', description: 'The HTTP status.' },
      details: {
        type: 'array',
        description: 'Wrong fields.',
        items: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description: 'Part of the request, then the way to the field, with dots.',
            },
            code: { type: 'string', description: 'Rule that is broken, such as `missing`.' },
            message: { type: 'string' },
          },
          required: ['path', 'code', 'message'],
        },
      },
    },
    required: ['error', 'message', 'status_code'],
  },
};

/** JSON schema of a refusal with one of these codes. */
export function refusalSchema(codes: readonly string[]): JsonSchema {
  return { allOf: [schemaRef('ProductError'), { type: 'object', properties: { error: { enum: codes } } }] };
}
