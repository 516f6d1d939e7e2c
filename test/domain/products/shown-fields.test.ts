import { createShownFields, type FieldBound } from '../../../src/domain/products/shown-fields';
import { type RootKeyType } from '../../../src/domain/products/key-scope';
import { memberFields, shownMembers } from '../../../src/product-search';

const hides = (...hidden: string[]): FieldBound => ({ hidden, visible: null });
const knows = (...visible: string[]): FieldBound => ({ hidden: null, visible });

const record = '{"id":"1","size":{"width":1.10,"height":2},"parts":[{"cost":3,"name":"a"},4],"a.b":5}';

it.each<[string, FieldBound[], string, string]>([
  ['nothing', [], record, record],
  ['an empty list', [hides()], record, record],
  ['a field', [hides('size')], '{"size":1,"sizes":2}', '{"sizes":2}'],
  ['a field that no record has', [hides('cost')], '{"size":1.10}', '{"size":1.10}'],
  ['a part of an object', [hides('size.width')], '{"size":{"width":1,"height":2.0}}', '{"size":{"height":2.0}}'],
  ['a part of objects in lists', [hides('p.c')], '{"p":[[{"c":3,"n":"a"}],4]}', '{"p":[[{"n":"a"}],4]}'],
  ['a name with a dot', [hides('a.b')], '{"a.b":5,"a":{"b":6,"c":7}}', '{"a":{"c":7}}'],
  ['what is below a name with a dot', [hides('a')], '{"a.b":5,"a":6,"b":7}', '{"b":7}'],
  ['the first of two members of a name', [hides('o.s')], '{"o":{"s":1},"o":{"x":2}}', '{"o":{"x":2}}'],
  ['an inner member of one name', [hides('o.i.s')], '{"o":{"i":{"s":1},"i":{}}}', '{"o":{"i":{}}}'],
  ['a member by an escaped name', [hides('cost')], '{"c\\u006fst":1,"b":2}', '{"b":2}'],
  ['`__proto__`', [hides('__proto__')], '{"__proto__":1,"b":2}', '{"b":2}'],
  ['all but some', [knows('title', 'size.width')], '{"title":"x","size":{"width":1,"height":2},"cost":3}', '{"title":"x","size":{"width":1}}'],
  ['a value in place of an object of which a part is known', [knows('size.width')], '{"size":"secret"}', '{}'],
  ['all', [knows()], '{"id":"1","b":2}', '{}'],
  ['what one bound hides and the other shows', [hides('size.width'), knows('size')], '{"size":{"width":1,"height":2},"b":3}', '{"size":{"height":2}}'],
  ['what only one of two bounds knows', [knows('a', 'b'), knows('b', 'c')], '{"a":1,"b":2,"c":3}', '{"b":2}'],
])('a record without %s', (_, bounds, text, expected) => {
  expect(shownMembers(text, createShownFields(bounds))).toBe(expected);
}); // prettier-ignore

test('a name of half a million dots is looked at no further than names of fields go', () => {
  const fields = createShownFields([hides('cost'), knows('a')]);
  const name = `a${'.'.repeat(500_000)}`;
  expect(shownMembers(JSON.stringify({ [name]: 1 }), fields)).toBe(JSON.stringify({ [name]: 1 }));
});

test.each<[RootKeyType, string]>([
  ['search', '{"id":"1"}'],
  ['write', '{"id":"1"}'],
  ['admin', '{"id":"1","groups":["a"],"banned":["b"],"shop":"c"}'],
])('a key of the type %s gets %s of a record that names who may see it', (type, expected) => {
  const settings = { acl: { field: 'groups', deny_field: 'banned' }, tenant_field: 'shop' };
  const record = '{"id":"1","groups":["a"],"banned":["b"],"shop":"c"}';
  expect(shownMembers(record, memberFields({ type, chain: [] }, settings))).toBe(expected);
});
