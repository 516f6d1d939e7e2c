import { type JsonSchema, listInUnion, schemaRef } from '../http/openapi/json-schema';

/** JSON schemas of the error bodies that `family.ts` writes. */
export const errorSchemas: Record<string, JsonSchema> = {
  ErrorBody: {
    type: 'object',
    description:
      'What every refusal but a v3 field validation looks like. Branch on `error`; `message` is for people.',
    properties: {
      error: { type: 'string' },
      message: { type: 'string' },
      details: {
        description: 'Wrong fields, or members that belong to the code.',
        anyOf: [
          listInUnion({ type: 'array', items: schemaRef('FieldIssue') }),
          {
            type: 'object',
            properties: { required: { description: 'Credits, or the permission, that the request needs.' } },
            additionalProperties: {},
          },
          { type: 'null' },
        ],
      },
      path: { type: ['string', 'null'], description: 'Path of the request, without its query.' },
      success: { type: 'boolean', description: 'Always false.' },
    },
    required: ['error', 'message', 'details', 'path', 'success'],
    examples: [
      {
        error: 'collection_not_found',
        message: 'This environment has no collection of this name.',
        details: null,
        path: '/v2/collections/manuals',
        success: false,
      },
    ],
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

/** JSON schema of every refusal; each response lists its codes separately. */
export const refusalSchema = schemaRef('ErrorBody');

/** The 422 answer to invalid fields, for routes that list them in `detail`. */
export const wrongFieldsAnswer = {
  status: 422,
  description: 'A field is missing, unknown or has a wrong value.',
  schema: schemaRef('WrongFields'),
  example: { detail: [{ loc: ['body', 'input'], msg: 'is required', type: 'missing' }] },
};
