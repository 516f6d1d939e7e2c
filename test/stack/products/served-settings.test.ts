import { type JobResource } from '../../../api/products/jobs/schema';
import { type FieldResource, type SettingsAnswer } from '../../../api/products/settings/schema';
import { settingsRebuildFeature } from '../../../src/domain/products/features';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import { tableOf } from '../../../src/stores/products/product-builds';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { realRecords, withRealRecords } from '../../product-search/real-records';

/** Real products with measures, dates, places and codes that they lack. */
const records = realRecords('magento')
  .slice(0, 240)
  .map((record, place) => ({
    ...record,
    id: (record as { sku: string }).sku,
    load: place % 2 === 0 ? `${place + 1} kg` : `${(place + 1) * 1_000} g`,
    released: `2024-02-${String((place % 28) + 1).padStart(2, '0')}`,
    store: { lat: 48.1, lng: 11.5 },
    security: ['US0378331005', 'DE000BAY0017', 'US5949181045'][place % 3],
    box: { width_cm: place },
    groups: place % 2 === 0 ? ['staff', 'all'] : ['all'],
    shop: `shop-${place % 4}`,
  }));

withRealRecords('what a build serves', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.close());

  let count = 0;

  async function build(settings: ObjectSettings, of: readonly object[] = records) {
    const name = `settings-${count++}`;
    await stack.createIndex(name, { settings });
    await stack.stage(name, of);
    const job = await stack.built(name);
    return { name, job };
  }

  async function put(name: string, settings: ObjectSettings, query = '') {
    return stack.v1<SettingsAnswer>(`/indexes/${name}/settings${query}`, { method: 'PUT', json: settings });
  }

  async function served(name: string): Promise<Record<string, FieldResource>> {
    const { body } = await stack.v1<SettingsAnswer>(`/indexes/${name}/settings`);
    expect(body.applies_at).toBe('served');
    return body.served!.fields;
  }

  /** Values in the columns of a record, by the name of the field. */
  async function columns(name: string, id: string): Promise<Record<string, unknown>> {
    const { served: kept } = await stack.indexRow(name);
    const { fields } = tableOf((await stack.api.stores.productBuilds.get(kept!.buildId))!)!;
    const { hits } = await stack.api.elasticsearch.search({
      index: kept!.physical,
      query: { term: { id } },
      docvalue_fields: ['f*'],
      _source: false,
    });
    const values = hits.hits[0]!.fields!;
    return Object.fromEntries(
      fields.flatMap(({ path, column }) => (column === null ? [] : [[path.join('.'), values[column] as unknown]])),
    );
  } // prettier-ignore

  test('types, units and formats are those of the records where nothing is set', async () => {
    const { name, job } = await build({});
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    expect(await served(name)).toMatchObject({
      name: { type: 'text', role: 'title', weight: 'primary', origin: 'builtin' },
      color: { type: 'enum', facet: true, filterable: true, sortable: false },
      load: { type: 'number', unit: 'g', sortable: true },
      released: { type: 'date', facet: false, sortable: true },
      store: { type: 'geo', facet: false, filterable: true, children: null },
      security: { type: 'enum', format: null },
      box: { type: 'children', children: { width_cm: { type: 'number', unit: 'cm' } } },
    });
    const first = records[0]!.id;
    expect(await columns(name, first)).toMatchObject({
      load: [1_000],
      released: [String(Date.UTC(2024, 1, 1))],
      'box.width_cm': [0],
    });
    expect(job.facet_report.find(({ field }) => field === 'price')).toMatchObject({ type: 'number', facet_counts: true });
  }); // prettier-ignore

  test('settings decide about types, units, flags, roles and access lists', async () => {
    const settings: ObjectSettings = {
      fields: {
        load: { unit: 'kg' },
        color: { type: 'keyword', role: 'brand', sortable: true },
        size: { searchable: false, filterable: false, facet: false },
        released: { facet: true },
      },
      searchable: ['description', 'name'],
      identifiers: ['security'],
      facets: ['color', 'price'],
      sortable: ['price'],
      acl: { field: 'groups' },
      tenant_field: 'shop',
      group_by: { field: 'parent_sku' },
      noun: { singular: 'product', plural: 'products' },
      audit: { query_text: 'none' },
    };
    const { name, job } = await build(settings);
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    expect(await served(name)).toMatchObject({
      load: { unit: 'kg' },
      color: { type: 'keyword', origin: 'set', role: 'brand', facet: true, sortable: false },
      size: { searchable: false, filterable: false },
      description: { weight: 'primary' },
      security: { type: 'identifier', format: 'isin' },
      price: { facet: true, sortable: true },
      qty: { facet: false, sortable: false },
      groups: { searchable: false, facet: false },
    });
    expect((await columns(name, records[1]!.id)).load).toEqual([2]);
    expect(await columns(name, records[1]!.id)).not.toHaveProperty('size');
    expect(job.facet_report).toContainEqual(
      expect.objectContaining({ field: 'released', facet_counts: false }),
    );
    const { body } = await stack.v1<SettingsAnswer>(`/indexes/${name}/settings`);
    expect(body.settings).toEqual(settings);
    expect(body.effective).toMatchObject({ primary: 'description', records_seen: records.length });
    expect(body.effective!.fields.groups).not.toHaveProperty('samples');
    expect(body.warnings.map(({ code, field }) => [code, field])).toEqual([
      ['FACET_NO_COUNTS', 'released'],
      ['SETTING_NO_EFFECT', 'color'],
    ]);
  });

  test('more bad values than half of a declared type fail the build, and the former one keeps serving', async () => {
    const { name, job } = await build({});
    await put(name, { fields: { name: { type: 'number' } } });
    const failed = await stack.built(name);
    expect(failed).toMatchObject({
      status: 'failed',
      error_code: 'BAD_VALUES',
      bad_values: [{ field: 'name', type: 'number', bad: records.length, of: records.length }],
    });
    expect((failed.bad_values[0]?.examples ?? []).length).toBe(3);
    const { body } = await stack.v1<SettingsAnswer>(`/indexes/${name}/settings`);
    expect([body.served!.build_id, body.applies_at]).toEqual([job.build_id, 'the next build']);
  });

  test.each<[string, (place: number) => unknown, ObjectSettings, string]>([
    ['a few bad values', (place) => (place % 4 === 0 ? 'call us' : place), { fields: { cost: { type: 'number' } } }, 'BAD_VALUES'],
    ['a price that mostly is none', (place) => (place % 4 === 0 ? place : 'call us'), {}, 'TYPE_FALLBACK'],
  ])('%s are a warning of the job', async (_, value, settings, code) => {
    const { job } = await build(settings, records.map((record, place) => ({ ...record, price: value(place), cost: value(place) })));
    expect([job.status, job.warnings.map((warning) => warning.code)]).toEqual(['succeeded', expect.arrayContaining([code])]);
  }); // prettier-ignore

  test('rebuild=true brings a change to what is served', async () => {
    const { name } = await build({});
    await stack.api.stores.organizations.setFeature(stack.key.organizationId, settingsRebuildFeature, true);
    const settings: ObjectSettings = { fields: { color: { type: 'text', weight: 'low' } } };
    const refused = await put(name, settings);
    expect(refused.body).toMatchObject({ error: 'FIELD_NEEDS_REBUILD', fields: ['color'] });
    expect(typeof (refused.body as unknown as { estimated_minutes: unknown }).estimated_minutes).toBe(
      'number',
    );
    const { status, body } = await put(name, settings, '?rebuild=true');
    expect(status).toBe(202);
    const job: JobResource = await stack.endedJob(body.job!.id);
    expect([job.status, job.error]).toEqual(['succeeded', null]);
    expect((await served(name)).color).toMatchObject({ type: 'text', weight: 'low', filterable: false });
  });
});
