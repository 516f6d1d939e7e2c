import Ajv2020 from 'ajv/dist/2020';
import { joinedTypes } from '../../../api/http/openapi/joined-types';

const ajv = new Ajv2020({ allowUnionTypes: true, strict: false });
const list = { type: 'array', items: { type: 'string' }, maxItems: 2 };
const record = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
};
const none = { type: 'null' };
const values = [
  null,
  '',
  'long text',
  0,
  1.5,
  7,
  true,
  [],
  ['a'],
  ['a', 'b', 'c'],
  [1],
  {},
  { a: 'x' },
  { b: 1 },
];

it.each([
  [[{ type: 'string', minLength: 3 }, none]],
  [[{ type: 'integer', minimum: 1 }, none]],
  [[list, none]],
  [[{ type: 'object', additionalProperties: { type: 'integer' } }, none]],
  [[{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, none]],
])('a schema of several types takes what the union %j takes', (members) => {
  const joined = joinedTypes(members);
  expect(joined).toMatchObject({ type: members.map(({ type }) => type) });
  const takes = ajv.compile(joined!);
  const union = ajv.compile({ anyOf: members });
  for (const value of values) expect([value, takes(value)]).toEqual([value, union(value)]);
});

it.each([
  [[{ $ref: '#/$defs/a' }, none]],
  [[list, record]],
  [[{ type: 'string' }, list]],
  [[{ type: 'string', enum: ['a', 'b'] }, none]],
  [[{ type: 'boolean', const: false }, none]],
  [[record, { type: 'object', properties: { b: { type: 'string' } } }]],
  [[{ type: 'integer', minimum: 1 }, { type: 'number' }]],
  [
    [
      { type: 'string', description: 'A name.' },
      { type: 'number', description: 'A place.' },
    ],
  ],
  [[none]],
  [undefined],
])('%j is left as it is', (members) => {
  expect(joinedTypes(members)).toBeNull();
});
