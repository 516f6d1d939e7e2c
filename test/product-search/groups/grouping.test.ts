import { randomUUID } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { codedGroupsMax, groupCode, groupPart } from '../../../src/domain/products/group-code';
import { type CountedGroups, countGroups, groupsCounted } from '../../../src/product-search';
import { servers } from '../../setup/servers';

/** Over two and a half parts. */
const groups = 80_000;
const colours = 3;
const perRequest = 20_000;

describe('groups counted by the real search engine', () => {
  const index = `groups-${randomUUID()}`;
  let client: Client;

  beforeAll(async () => {
    client = new Client({ node: servers().elasticsearchUrl });
    await client.indices.create({
      index,
      settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' },
      mappings: { properties: { g: { type: 'long' }, gp: { type: 'keyword' }, n: { type: 'integer' }, c: { type: 'keyword' } } },
    }); // prettier-ignore
    for (let from = 0; from < groups; from += perRequest) {
      const operations = Array.from({ length: perRequest }, (_, place) => {
        const n = from + place;
        return [{ index: {} }, { g: groupCode(n), gp: String(groupPart(n)), n, c: `c${n % colours}` }];
      });
      await client.bulk({ index, operations: operations.flat() });
    }
    await client.indices.refresh({ index });
  });
  afterAll(async () => {
    await client.indices.delete({ index });
    await client.close();
  });

  test.each([1, 2, 100, 32_768, 32_769, 65_537, groups])('%d of them are so many', async (count) => {
    const { aggregations } = await client.search({
      index,
      size: 0,
      query: { range: { n: { lt: count } } },
      aggs: { groups: countGroups() },
    });
    expect(groupsCounted(aggregations!.groups as CountedGroups)).toBe(count);
  });

  test('those of each value of a facet are counted exactly as well', async () => {
    const { aggregations } = await client.search({
      index,
      size: 0,
      aggs: { colours: { terms: { field: 'c' }, aggs: { groups: countGroups() } } },
    });
    const { buckets } = aggregations!.colours as { buckets: { doc_count: number; groups: CountedGroups }[] };
    expect(buckets).toHaveLength(colours);
    for (const { doc_count: records, groups: found } of buckets) expect(groupsCounted(found)).toBe(records);
  });

  test('few records are counted exactly by a small sketch', async () => {
    const { aggregations } = await client.search({
      index,
      size: 0,
      query: { range: { n: { gte: 31_000, lt: 34_000 } } },
      aggs: { groups: countGroups(3_000) },
    });
    expect(groupsCounted(aggregations!.groups as CountedGroups)).toBe(3_000);
  });
});

test('every code is a signed 64-bit number of its own', () => {
  const numbers = [0, 1, 2, 32_767, 32_768, 1_000_000, codedGroupsMax - 1];
  const codes = numbers.map((number) => BigInt(groupCode(number)));
  expect(new Set(codes).size).toBe(numbers.length);
  for (const code of codes) expect(BigInt.asIntN(64, code)).toBe(code);
});
