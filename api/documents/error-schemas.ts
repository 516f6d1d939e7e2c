import { type JsonSchema, schemaRef } from '../http/openapi/json-schema';

/** JSON schemas of the error bodies that `family.ts` writes. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description:
      'What every refusal but a v3 field validation looks like. Branch on `error`; `message` is for people.',
    properties: {
      error: { type: 'string' },
      message: { type: 'string' },
      details: {
        description: 'Wrong fields, or members that belong to the code.',
        anyOf: [{ type: 'array', items: schemaRef('FieldIssue') }, { type: 'object' }, { type: 'null' }],
      },
      path: { type: ['string', 'null'], description: 'Path of the request, without its query.' },
      success: { const: false },
    },
    required: ['error', 'message', 'details', 'path', 'success'],
  },
  FieldIssue: {
    type: 'object',
    properties: {
      loc: {
        type: 'array',
        items: { type: ['string', 'integer'] },
        description: 'Where: `body`, `query` or `path`, then the way to the field.',
      },
      msg: { type: 'string' },
      type: {
        type: 'string',
        description: 'Which rule, such as `missing`, `extra_forbidden`, `enum` or `value_error`.',
      },
    },
    required: ['loc', 'msg', 'type'],
  },
  WrongFields: {
    type: 'object',
    description: 'Fields that a v3 route cannot take.',
    properties: { detail: { type: 'array', items: schemaRef('FieldIssue') } },
    required: ['detail'],
  },
};

/** JSON schema of a refusal with one of these codes. */
export function refusalSchema(codes: readonly string[]): JsonSchema {
  return { allOf: [schemaRef('Error'), { type: 'object', properties: { error: { enum: codes } } }] };
}

/** The 422 answer to wrong fields, for routes that list them in `detail`. */
export const wrongFieldsAnswer = {
  status: 422,
  description: 'A field is missing, unknown or has a wrong value.',
  schema: schemaRef('WrongFields'),
  example: { detail: [{ loc: ['body', 'input'], msg: 'is required', type: 'missing' }] },
};
