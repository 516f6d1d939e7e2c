import { type SettingsAnswer } from '../../../api/products/settings/schema';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const records = Array.from({ length: 60 }, (_, n) => ({ id: `r-${n}`, title: `Lamp number ${n}` }));

const settingsNow = async (name: string) =>
  (await stack.v1<SettingsAnswer>(`/indexes/${name}/settings`)).body;

describe('fields that only late records have', () => {
  const late = (n: number) => `late-${String(n).padStart(5, '0')}`;
  const many = Array.from({ length: 2_500 }, (_, n) => ({
    id: late(n),
    ...(n === 2_400 ? { depth: n } : {}),
  }));

  /** Stages the records in uploads of 500, the last ones first. */
  async function stage(name: string): Promise<void> {
    for (let from = 2_000; from >= 0; from -= 500) await stack.stage(name, many.slice(from, from + 500));
  }

  test.each([
    ['before the first build', 'unbuilt', [], 2_500],
    ['beside those of a served build', 'rebuilt', records, 2_560],
  ])('are known, %s', async (_, name, first, count) => {
    await stack.createIndex(name, { settings: { facets: ['depth'] } });
    if (first.length > 0) {
      await stack.stage(name, first);
      expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
    }
    await stage(name);
    expect(await settingsNow(name)).toMatchObject({
      effective: {
        records_seen: count,
        records_total: count,
        fields: { depth: { type: 'number', facet: true } },
      },
      warnings: [],
    });
  });

  test('are not said to be in no record where not all records were looked at', async () => {
    const name = 'partly-seen';
    await stack.createIndex(name, { settings: { facets: ['depth'] } });
    await stack.stage(name, many.slice(0, 500));
    // As if many more were staged than are read.
    await stack.api.mongo.db
      .collection('product_indexes')
      .updateOne({ name }, { $set: { staged: 1_000_000 } });
    const { effective, warnings } = await settingsNow(name);
    expect(effective).toMatchObject({ records_seen: 500, records_total: 1_000_000 });
    expect(warnings).toEqual([expect.objectContaining({ code: 'UNKNOWN_FIELD', field: 'depth' })]);
    expect(warnings[0]!.message).toContain('None of the 500 records that were looked at');
  });
});

test('live writes since the build are in the fields, and no record counts twice', async () => {
  const name = 'live';
  await stack.createIndex(name, { settings: { facets: ['depth', 'glow'] } });
  await stack.stage(name, records);
  expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  const operations = [
    ...records.slice(0, 3).map(({ id }, n) => ({ op: 'patch', id, record: { depth: n } })),
    { op: 'upsert', record: { id: 'new', title: 'Lamp', glow: true } },
    { op: 'upsert', record: { id: 'gone', title: 'Lamp', never: 1 } },
    { op: 'delete', id: 'gone' },
  ];
  await stack.v1(`/indexes/${name}/records/batch?wait=10s`, { method: 'POST', json: { operations } });
  for (;;) {
    const { effective, warnings } = await settingsNow(name);
    // Counts follow once the writes are applied.
    if (effective!.records_total !== records.length + 1) continue;
    expect(effective).toMatchObject({
      records_seen: records.length + 1,
      fields: { depth: { type: 'number', facet: true }, glow: { type: 'bool', facet: true } },
    });
    expect(effective!.fields).not.toHaveProperty('never');
    expect(warnings).toEqual([]);
    break;
  }
  await stack.v1(`/indexes/${name}/records`, { method: 'DELETE' });
  expect((await settingsNow(name)).warnings).toEqual([
    expect.objectContaining({ code: 'UNKNOWN_FIELD', field: 'depth' }),
    expect.objectContaining({ code: 'UNKNOWN_FIELD', field: 'glow' }),
  ]);
});
