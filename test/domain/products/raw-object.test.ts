import fc from 'fast-check';
import {
  applyPatch,
  composePatches,
  rawElements,
  rawMembers,
  rawObject,
} from '../../../src/domain/products/raw-object';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

test('members keep the text of their values, and their order', () => {
  const text =
    ' { "b" : 1.10 , "a":12345678901234567890,\n"__proto__": {"x": [1, "}", "\\\\"]}, "10": -0, "2": "\\"," }\r\n';
  expect([...rawMembers(text)]).toEqual([
    ['b', '1.10'],
    ['a', '12345678901234567890'],
    ['__proto__', '{"x": [1, "}", "\\\\"]}'],
    ['10', '-0'],
    ['2', '"\\","'],
  ]);
});

test('of members with one name the last counts, however the name is written', () => {
  expect([...rawMembers('{"a":1,"b":2,"\\u0061":3}')]).toEqual([
    ['a', '3'],
    ['b', '2'],
  ]);
});

test.each([
  ['replaces and adds', '{"a":1.0,"b":[]}', '{"b":2.50,"c":null,"d":{}}', '{"a":1.0,"b":2.50,"d":{}}'],
  ['removes', '{"a":1,"b":2}', '{"a":null}', '{"b":2}'],
  ['takes __proto__ for a name', '{}', '{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'],
  ['does not reach into objects', '{"a":{"x":1,"y":2}}', '{"a":{"x":3}}', '{"a":{"x":3}}'],
  ['does nothing when it is empty', '{"a":1}', '{}', '{"a":1}'],
])('a patch %s', (_, text, patch, expected) => {
  expect(applyPatch(text, patch)).toBe(expected);
});

const json = fc.jsonValue({ maxDepth: 3 });
const object = fc.dictionary(fc.string({ unit: 'binary' }), json, { maxKeys: 6 });
const spaced = (value: unknown) => JSON.stringify(value, null, '\t');

test(`any object reads and writes as the same object (seed ${seed})`, () => {
  fc.assert(
    fc.property(object, (value) => {
      expect(JSON.parse(rawObject(rawMembers(spaced(value))))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { seed },
  );
});

test(`two patches joined do what they do one after the other (seed ${seed})`, () => {
  const change = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.option(fc.nat(3)));
  fc.assert(
    fc.property(object, change, change, (value, first, second) => {
      const [text, one, two] = [value, first, second].map((each) => JSON.stringify(each)) as [
        string,
        string,
        string,
      ];
      expect(JSON.parse(applyPatch(text, composePatches(one, two)))).toEqual(
        JSON.parse(applyPatch(applyPatch(text, one), two)),
      );
    }),
    { seed },
  );
});

test.each(['[]', '1', '{"a":1', '{"a":"', ''])('what is no whole object is refused: %s', (text) => {
  expect(() => rawMembers(text)).toThrow();
});

test('elements keep their text', () => {
  expect(rawElements(' [ 1.0 , "a,]" ,[ ], {"b":[1,2]},null\n]')).toEqual([
    '1.0',
    '"a,]"',
    '[ ]',
    '{"b":[1,2]}',
    'null',
  ]);
  expect(rawElements('[]')).toEqual([]);
});
