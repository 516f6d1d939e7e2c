import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test('places of Typesense within objects lie where they lay', async () => {
  const paris = [48.86093, 2.33698];
  const places = [
    { id: 'louvre', name: 'Louvre', address: { at: paris }, offices: [{ city: 'Lens', at: [50.43, 2.803] }] },
    { id: 'opera', name: 'Opera', address: { at: [-33.8568, 151.2153] }, offices: [] },
  ];
  const schema = {
    fields: [
      { name: 'name', type: 'string' },
      { name: 'address.at', type: 'geopoint' },
      { name: 'offices.at', type: 'geopoint[]' },
      { name: 'offices.city', type: 'string[]', facet: true },
    ],
  };
  const records = await stack.uploadRecords(places.map((place) => JSON.stringify(place)).join('\n'));
  const json = { provider: 'typesense_export', records, schema, target: 'nested-places' };
  const { body: accepted } = await stack.v1<{ job: { id: string } }>('/imports', { json });
  const job = await stack.endedJob(accepted.job.id);
  expect(job).toMatchObject({ status: 'succeeded', warnings: [] });
  await expect(stack.endedJob(job.result!.build_job!)).resolves.toMatchObject({
    status: 'succeeded',
    warnings: [],
  });
  const found = async (filter: string) => {
    const path = '/indexes/nested-places/search';
    const { body } = await stack.v1<{ hits: { id: string }[] }>(path, { method: 'POST', json: { filter } });
    return body.hits.map(({ id }) => id);
  };
  expect(await found('_geo_radius(48.86093, 2.33698, 500)')).toEqual(['louvre']);
  expect(await found('_geo_radius(50.43, 2.803, 500)')).toEqual(['louvre']);
  expect(await found('_geo_radius(-33.8568, 151.2153, 500)')).toEqual(['opera']);
  expect(await found('_geo_radius(2.33698, 48.86093, 50000)')).toEqual([]);
});
