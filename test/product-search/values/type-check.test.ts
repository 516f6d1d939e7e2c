import { createTypeCheck } from '../../../src/product-search';

const fields = {
  price: { type: 'number', unit: 'USD' },
  'size.width': { type: 'number' },
  released: { type: 'date' },
  color: { type: 'enum', values: ['red'] },
  title: { type: 'text' },
} as const;

const check = createTypeCheck({
  strict_types: true,
  fields: { ...fields, color: { type: 'enum', values: ['red'] } },
});

test.each([
  [{ price: 'call us' }, { field: 'price', message: "expected number in USD, got 'call us'" }],
  [{ size: [{ width: 1 }, { width: 'x' }] }, { field: 'size.width', message: "expected number, got 'x'" }],
  [{ 'size.width': 'x' }, { field: 'size.width', message: "expected number, got 'x'" }],
  [{ released: [['2024-02-29', 'soon']] }, { field: 'released', message: "expected date, got 'soon'" }],
  [{ color: 'blue' }, { field: 'color', message: "expected one of 'red', got 'blue'" }],
])('strict types name the field and the value of %j', (record, fault) => {
  expect(check(record)).toEqual(fault);
});

test.each([
  { price: '12 USD', color: 'red', released: null, size: { width: '' }, title: { any: 1 }, other: 'x' },
  JSON.parse('{"__proto__": {"price": "x"}, "constructor": 1}') as object,
])('a record that fits passes: %j', (record) => {
  expect(check(record)).toBeNull();
});

test('without strict types everything passes', () => {
  expect(createTypeCheck({ fields: { price: { type: 'number' } } })({ price: 'call us' })).toBeNull();
});
