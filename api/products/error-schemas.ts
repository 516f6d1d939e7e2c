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
      legacy_error: { const: 'DOCUMENT_NOT_FOUND', description: 'Former name of `RECORD_NOT_FOUND`.' },
      position: {
        type: 'integer',
        description: '`FILTER_INVALID`: place in the text at which it went wrong, from 0, in UTF-16 units.',
      },
      expected: {
        type: 'array',
        items: { type: 'string' },
        description: '`FILTER_INVALID`: tokens, names or kinds of values that could stand there.',
      },
      param: {
        type: 'string',
        description:
          '`FILTER_INVALID`: `filter`, `prefer[i].filter`, or `filters`, of which `details` names the member.',
      },
      id_suggestion: {
        type: 'object',
        description: 'Fields that could hold the ids, where every record lacks the id field.',
        properties: {
          message: { type: 'string' },
          pick: { type: ['string', 'null'] },
          id_candidates: { type: 'array', items: { type: 'string' } },
          near: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                field: { type: 'string' },
                missing: { type: 'integer' },
                duplicates: { type: 'integer' },
                reason: { type: 'string' },
              },
              required: ['field', 'missing', 'duplicates', 'reason'],
            },
          },
        },
        required: ['message', 'pick', 'id_candidates', 'near'],
      },
      fields: { type: 'array', items: { type: 'string' }, description: 'Fields that the refusal is about.' },
      reason: { type: 'string', description: '`FIELD_NEEDS_REBUILD`: why a full build is needed.' },
      estimated_minutes: {
        type: ['number', 'null'],
        description: '`FIELD_NEEDS_REBUILD`: time of a full build by former ones; null before the first.',
      },
      details: {
        type: 'array',
        description: 'Wrong fields, wrong records, or other things that the refusal is about.',
        items: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description:
                'Part of the request, then the way to the field, with dots. Wrong records of a list or of NDJSON have `line` or `index` instead.',
            },
            line: { type: ['integer', 'null'], description: 'Wrong record: its line of NDJSON, from 1.' },
            index: { type: ['integer', 'null'], description: 'Wrong record: its place in a list, from 0.' },
            id: { type: ['string', 'null'], description: 'Wrong record: its id, where it is known.' },
            field: { type: ['string', 'null'], description: 'Wrong record: the field; null for all of it.' },
            code: { type: 'string', description: 'Rule that is broken, such as `missing` or `BAD_VALUE`.' },
            message: { type: 'string' },
            max_hits: { type: 'integer', description: '`PAGE_TOO_DEEP`: hits that pages reach.' },
            use: { const: 'browse', description: '`PAGE_TOO_DEEP`: the route that goes further.' },
          },
          required: ['code', 'message'],
        },
      },
    },
    required: ['error', 'message', 'status_code'],
    examples: [{ error: 'INDEX_NOT_FOUND', message: 'There is no index of this name.', status_code: 404 }],
  },
};

/** JSON schema of every refusal. Each response lists its codes beside it. */
export const refusalSchema = schemaRef('ProductError');
