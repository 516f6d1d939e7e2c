import { recordBytesMax } from '../../../src/domain/products/limits';
import { type ParsedRecord, readRecord, readRecordId } from '../../../src/product-search/records/read-record';

const read = (text: string | Buffer) => readRecord(Buffer.from(text));

function recordOf(text: string): ParsedRecord {
  const found = read(text);
  if ('refused' in found) throw new Error(found.refused.message);
  return found.record;
}

const nested = (levels: number): string => (levels === 1 ? '{}' : `{"a":${nested(levels - 1)}}`);

test.each([
  ['numbers as they were written', '{"a":1.10,"b":12345678901234567890,"c":1E5,"d":-0}'],
  ['the order of members', '{"b":1,"a":2,"10":3,"2":4}'],
  ['names that mean something in JavaScript', '{"__proto__":{"x":1},"constructor":2,"a.b":3,"":4}'],
  ['strings as they were written', '{"a":"\\u00e9\\/é \\ud800"}'],
])('a record keeps %s', (_, text) => {
  expect(recordOf(text).text).toBe(text);
});

test('a record is written on one line, with each name once at every level', () => {
  const text = ' {\n "a" : 1.0 , "b": [ {"x": 1, "y": 2, "x": 3.0 } , [ ] ],\r\n "a": " 2 " }';
  expect(recordOf(text).text).toBe('{"a":" 2 ","b":[{"x":3.0,"y":2},[]]}');
});

test.each([
  ['no JSON', '{"a":}', 'BAD_JSON'],
  ['nothing', '', 'BAD_JSON'],
  ['two objects', '{} {}', 'BAD_JSON'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'BAD_JSON'],
  ['UTF-8 of half a surrogate pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'BAD_JSON'],
  ['a list', '[{}]', 'NOT_AN_OBJECT'],
  ['null', 'null', 'NOT_AN_OBJECT'],
  ['a number', '7', 'NOT_AN_OBJECT'],
  ['9 levels', nested(9), 'TOO_DEEP'],
  ['half a million levels', '['.repeat(200_000) + ']'.repeat(200_000), 'NOT_AN_OBJECT'],
  ['too many levels of lists', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'TOO_DEEP'],
  ['a byte too many', `{"a":"${'x'.repeat(recordBytesMax - 7)}"}`, 'RECORD_TOO_LARGE'],
])('%s is refused', (_, text, code) => {
  expect(read(text)).toMatchObject({ refused: { code, field: null } });
});

test('a record may have 8 levels, and 512 KiB', () => {
  expect(recordOf(nested(8)).text).toBe(nested(8));
  expect(recordOf(`{"a":"${'x'.repeat(recordBytesMax - 8)}"}`).text).toHaveLength(recordBytesMax);
});

test.each([
  ['a string', '{"id":"A 1/é"}', 'A 1/é'],
  ['an integer', '{"id":7}', '7'],
  ['0', '{"id":0}', '0'],
  ['an integer of 20 digits', '{"id":12345678901234567890}', '12345678901234567890'],
  ['one of two neighbours beyond 2^53', '{"id":9007199254740993}', '9007199254740993'],
  ['a text like a number with an exponent', '{"id":"1e400"}', '1e400'],
  ['512 bytes', `{"id":"${'é'.repeat(256)}"}`, 'é'.repeat(256)],
])('an id may be %s', (_, text, id) => {
  expect(readRecordId(recordOf(text), 'id')).toEqual({ id });
});

test.each([
  ['is absent', '{"a":1}', 'MISSING_ID'],
  ['is inherited only', '{"a":1}', 'MISSING_ID', 'constructor'],
  ['is null', '{"id":null}', 'MISSING_ID'],
  ['is empty', '{"id":""}', 'MISSING_ID'],
  ['is a fraction', '{"id":1.5}', 'BAD_ID'],
  ['is a number with an exponent', '{"id":1e30}', 'BAD_ID'],
  ['is a number that no double holds', '{"id":1e400}', 'BAD_ID'],
  ['is a list', '{"id":["a"]}', 'BAD_ID'],
  ['is true', '{"id":true}', 'BAD_ID'],
  ['has 513 bytes', `{"id":"x${'é'.repeat(256)}"}`, 'BAD_ID'],
  ['has a control character', '{"id":"a\\u0000"}', 'BAD_ID'],
  ['has half a surrogate pair', '{"id":"a\\ud800"}', 'BAD_ID'],
])('a record whose id %s is refused', (_, text, code, field = 'id') => {
  expect(readRecordId(recordOf(text), field)).toMatchObject({ refused: { code, field } });
});
