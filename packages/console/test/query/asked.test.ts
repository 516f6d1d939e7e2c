import { paramsOf, readAsked } from '../../src/parts/queries/asked';
import { curlOf } from '../../src/pages/query/request-texts';

test('the address of the query page holds the whole form', () => {
  const asked = {
    collections: ['contracts', 'manuals'],
    query: 'worn seal & shaft',
    a: { limit: 3 },
    b: { semantic_ratio: 1 },
  };
  expect(readAsked(new URLSearchParams(paramsOf(asked).toString()))).toEqual(asked);
});

test('a parameter that is no JSON object stands for the default configuration', () => {
  expect(readAsked(new URLSearchParams('collection=manuals&q=seal&a=[1]&b=nonsense'))).toEqual({
    collections: ['manuals'],
    query: 'seal',
    a: {},
    b: {},
  });
});

test('several collections are asked by one request', () => {
  const config = { limit: 3 };
  const several = curlOf('http://host', { collections: ['a-1', 'b-2'], query: 'seal', config });
  expect(several).toContain("curl -X POST 'http://host/v3/query'");
  expect(several.replace(/\s+/g, '')).toContain('"collections":["a-1","b-2"]');
  const one = curlOf('http://host', { collections: ['a-1'], query: "pump's seal", config });
  expect(one).toContain("'http://host/v3/collections/a-1/query'");
  expect(one).toContain(String.raw`pump'\''s seal`);
});
