import { setTimeout as pause } from 'node:timers/promises';
import { type IndexResource } from '../../../api/products/indexes/schema';
import { type JobResource } from '../../../api/products/jobs/schema';
import { type FieldResource, type SettingsAnswer } from '../../../api/products/settings/schema';
import { settingsRebuildFeature } from '../../../src/domain/products/features';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import { type TestResponse } from '../../setup/api';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

/** Records with a field for each setting to be tried on. */
const records = Array.from({ length: 60 }, (_, n) => ({
  id: `r-${n}`,
  title: `Lamp number ${n}`,
  color: ['red', 'green', 'blue'][n % 3],
  note: `A lamp, and it is the ${n}th one. It gives light.`,
  studio: `Maker ${n % 30}`,
  size: n % 2 === 0 ? `${n + 1} kg` : `${(n + 1) * 1_000} g`,
  stock: n,
  zip: `0${1_000 + n}`,
  stamp: 1_700_000_000_000 + n,
  spot: [11.5, 48.1],
  flag: ['0', '1'][n % 2],
  released: `2024-02-${String((n % 28) + 1).padStart(2, '0')}`,
  link: `https://example.com/${n}`,
  tags: ['lamp', `t${n % 4}`],
  parts: [{ name: 'bulb', watt: n }],
  groups: ['staff'],
}));

type Fields = Record<string, Partial<FieldResource>>;

interface Row {
  settings: ObjectSettings;
  /** Fields that the settings give. */
  effective?: Fields;
  /** Fields that only a full build changes; what is served changes at once where there are none. */
  rebuild?: string[];
  /** Warnings, by code and field. */
  warnings?: [code: string, field: string | undefined][];
  /** The next build fails with this code. */
  fails?: string;
}

const of = (field: string, setting: NonNullable<ObjectSettings['fields']>[string]): ObjectSettings => ({
  fields: { [field]: setting },
});

/** A row for a type of a field. */
const typed = (field: string, type: FieldResource['type'], row: Partial<Row> = {}): Row => ({
  settings: of(field, { type }),
  effective: { [field]: { type, origin: 'set' } },
  rebuild: [field],
  ...row,
});

const table: Record<string, Row> = {
  'no settings': {
    settings: {},
    effective: {
      color: { type: 'enum', origin: 'inferred', facet: true, searchable: true, weight: null },
      note: { type: 'text', facet: false, filterable: false },
      studio: { type: 'keyword' },
      size: { type: 'number', unit: 'g' },
      stamp: { type: 'number' },
      tags: { list: true },
      parts: { type: 'children' },
    },
  },

  'type text': typed('color', 'text', { effective: { color: { type: 'text', facet: false, filterable: false } } }),
  'type keyword': typed('color', 'keyword'),
  'type enum': typed('studio', 'enum'),
  'type identifier': typed('studio', 'identifier'),
  'type number': typed('zip', 'number'),
  'type date': typed('stamp', 'date'),
  'type geo': typed('spot', 'geo'),
  'type bool': typed('flag', 'bool'),
  'type children': typed('parts', 'children', { rebuild: [] }),
  'type url': typed('link', 'url', { rebuild: [] }),
  'type skip': typed('color', 'skip', {
    effective: { color: { type: 'skip', searchable: false, facet: false, filterable: false } },
  }),
  'a type that no value fits': typed('title', 'number', { fails: 'BAD_VALUES' }),

  'searchable: false': {
    settings: of('note', { searchable: false }),
    effective: { note: { searchable: false } },
    rebuild: ['note'],
  },
  'weight primary': {
    settings: of('note', { weight: 'primary' }),
    effective: { note: { weight: 'primary' } },
    rebuild: ['note'],
  },
  'weight secondary, as by default': {
    settings: of('note', { weight: 'secondary' }),
    effective: { note: { weight: 'secondary' } },
  },
  'weight low': { settings: of('note', { weight: 'low' }), effective: { note: { weight: 'low' } }, rebuild: ['note'] },
  'a weight on another type than text': {
    settings: of('color', { weight: 'low' }),
    effective: { color: { weight: null } },
    warnings: [['SETTING_NO_EFFECT', 'color']],
  },
  'a weight and a role on a built-in name': {
    settings: of('title', { weight: 'low', role: 'section' }),
    effective: { title: { weight: 'primary', role: 'title' } },
    warnings: [['SETTING_NO_EFFECT', 'title']],
  },
  'role title, which a built-in name keeps': {
    settings: of('note', { role: 'title' }),
    effective: { title: { role: 'title' }, note: { role: null } },
    warnings: [['ROLE_CLAIMED_TWICE', undefined]],
  },
  'role brand': { settings: of('studio', { role: 'brand' }), effective: { studio: { role: 'brand' } }, rebuild: ['studio'] },
  'role category': {
    settings: of('color', { role: 'category' }),
    effective: { color: { role: 'category' } },
    rebuild: ['color'],
  },
  'role description': {
    settings: of('note', { role: 'description' }),
    effective: { note: { role: 'description' } },
    rebuild: ['note'],
  },
  'role section': { settings: of('note', { role: 'section' }), effective: { note: { role: 'section' } }, rebuild: ['note'] },
  'facet: false': { settings: of('color', { facet: false }), effective: { color: { facet: false } } },
  'facet: true on a date': {
    settings: of('released', { facet: true }),
    effective: { released: { facet: true } },
    warnings: [['FACET_NO_COUNTS', 'released']],
  },
  'facet: true on text': {
    settings: of('note', { facet: true }),
    effective: { note: { facet: false } },
    warnings: [['FACET_ON_TEXT', 'note']],
  },
  'filterable: false': {
    settings: of('color', { filterable: false, facet: false }),
    effective: { color: { filterable: false } },
  },
  'sortable: false': { settings: of('stock', { sortable: false }), effective: { stock: { sortable: false } } },
  'sortable: true on another type than number and date': {
    settings: of('color', { sortable: true }),
    effective: { color: { sortable: false } },
    warnings: [['SETTING_NO_EFFECT', 'color']],
  },
  unit: { settings: of('size', { unit: 'kg' }), effective: { size: { unit: 'kg' } }, rebuild: ['size'] },
  'a unit on another type than number': {
    settings: of('color', { unit: 'kg' }),
    effective: { color: { unit: null } },
    warnings: [['SETTING_NO_EFFECT', 'color']],
  },
  values: {
    settings: of('color', { values: ['red', 'green', 'blue'] }),
    effective: { color: { values: ['red', 'green', 'blue'] } },
    rebuild: ['color'],
  },
  'values on another type than enum': {
    settings: of('studio', { values: ['a'] }),
    effective: { studio: { type: 'keyword', values: null } },
    warnings: [['SETTING_NO_EFFECT', 'studio']],
  },
  'list: true': { settings: of('color', { list: true }), effective: { color: { list: true } }, rebuild: ['color'] },

  searchable: {
    settings: { searchable: ['note'] },
    effective: {
      note: { searchable: true, weight: 'primary' },
      title: { searchable: false },
      color: { searchable: true },
    },
    rebuild: ['title', 'note'],
  },
  identifiers: {
    settings: { identifiers: ['studio'] },
    effective: { studio: { type: 'identifier', origin: 'set' } },
    rebuild: ['studio'],
  },
  facets: {
    settings: { facets: ['studio'] },
    effective: { studio: { facet: true }, color: { facet: false } },
  },
  sortable: {
    settings: { sortable: ['released'] },
    effective: { released: { sortable: true }, stock: { sortable: false } },
  },
  'a field that no record has': {
    settings: { facets: ['color', 'colour'], fields: { depth: { facet: true } } },
    effective: { color: { facet: true } },
    warnings: [
      ['UNKNOWN_FIELD', 'depth'],
      ['UNKNOWN_FIELD', 'colour'],
    ],
  },
  strict_types: { settings: { strict_types: true } },
  'deterministic: false': { settings: { deterministic: false } },
  'group_by a single value': { settings: { group_by: { field: 'studio', size: 2 } } },
  'group_by text': { settings: { group_by: { field: 'note' } }, warnings: [['SETTING_NO_EFFECT', 'note']] },
  noun: { settings: { noun: { singular: 'lamp', plural: 'lamps' } } },
}; // prettier-ignore

let stack: Stack;
const served = 'served';
/** Fields that are served without settings. */
let before: Record<string, FieldResource>;
beforeAll(async () => {
  stack = await startStack();
  await stack.createIndex(served);
  await stack.stage(served, records);
  expect(await stack.built(served)).toMatchObject({ status: 'succeeded' });
  before = (await settingsNow(served)).served!.fields;
});
afterAll(() => stack.close());

const mayRebuild = (is: boolean) =>
  stack.api.stores.organizations.setFeature(stack.key.organizationId, settingsRebuildFeature, is);

/** Asks a management route, again after a while where the organization has asked too often. */
async function managed<T>(...asked: Parameters<Stack['v1']>): Promise<TestResponse<T>> {
  for (;;) {
    const answer = await stack.v1<T>(...asked);
    if (answer.status !== 429) return answer;
    await pause(100);
  }
}

const put = <T = SettingsAnswer>(settings: ObjectSettings, query = '') =>
  managed<T>(`/indexes/${served}/settings${query}`, { method: 'PUT', json: settings });

/** Parts of fields, in a form to hold answers against. */
const like = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, part]) => [name, expect.objectContaining(part) as unknown]),
  );

/** An index of its own with some settings. */
async function created(name: string, settings: ObjectSettings): Promise<IndexResource> {
  const json = { name, id_field: 'id', settings };
  const { status, body } = await managed<IndexResource>('/indexes', { method: 'POST', json });
  expect(status).toBe(201);
  return body;
}

async function built(name: string): Promise<JobResource> {
  const { body } = await managed<{ job: JobResource }>(`/indexes/${name}/build`, { method: 'POST' });
  return stack.endedJob(body.job.id);
}

const settingsNow = async (name: string) => (await managed<SettingsAnswer>(`/indexes/${name}/settings`)).body;

describe.each(Object.entries(table))('%s', (_, { settings, effective = {}, rebuild = [], warnings = [] }) => {
  const nothing = rebuild.length === 0;
  /** Served fields tell how they were built, but for their flags. */
  const servedAtOnce = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([field, { facet, filterable, sortable }]) => [
        field,
        Object.fromEntries(
          Object.entries({ facet, filterable, sortable }).filter(([, flag]) => flag !== undefined),
        ) as Fields[string],
      ]),
    );

  test('the answer says what it gives, what is served, when it applies, and what to mind', async () => {
    await mayRebuild(false);
    const { status, body } = await put(settings);
    expect([status, body.object_search, body.settings, body.job]).toEqual([200, true, settings, null]);
    expect(body.effective!.fields).toMatchObject(like(effective));
    expect(body.warnings.map(({ code, field }) => [code, field])).toEqual(warnings);
    expect(body.applies_at).toBe(nothing ? 'served' : 'the next build');
    // Where a build is needed, what is served stays as it was; else it changes at once.
    if (nothing) expect(body.served!.fields).toMatchObject(like(servedAtOnce(effective)));
    else expect(body.served!.fields).toEqual(before);
    for (const { samples = [] } of Object.values(body.effective!.fields)) expect(samples.length).toBeLessThanOrEqual(3);
    for (const field of Object.values(body.served!.fields)) expect(field).not.toHaveProperty('samples');
    expect((await put({})).body).toMatchObject({ settings: {}, applies_at: 'served', warnings: [] });
  });

  test(`a change of an organization that may rebuild ${nothing ? 'needs no build' : 'needs one'}`, async () => {
    await mayRebuild(true);
    const { status, body } = await put<Record<string, unknown>>(settings);
    if (nothing) expect([status, body.applies_at]).toEqual([200, 'served']);
    else expect([status, body.error, body.fields]).toEqual([422, 'FIELD_NEEDS_REBUILD', rebuild]);
    expect((await settingsNow(served)).settings).toEqual(nothing ? settings : {});
    await put({});
  });
}); // prettier-ignore

/** Settings that need a build. */
const builtRows = Object.entries(table).filter(([, { rebuild = [] }]) => rebuild.length > 0);
const buildsAtOnceMax = 4;

test('the next build serves every setting that needs one', async () => {
  const waiting = builtRows.entries();
  async function buildNext(): Promise<void> {
    for (const [place, [name, { settings, effective = {}, fails }]] of waiting) {
      const own = `own-${place}`;
      await created(own, settings);
      await stack.stage(own, records);
      const { status, error_code: code } = await built(own);
      expect({ name, status, code }).toEqual({
        name,
        status: fails === undefined ? 'succeeded' : 'failed',
        code: fails ?? null,
      });
      if (fails !== undefined) continue;
      const answer = await settingsNow(own);
      expect({ name, fields: answer.served!.fields, at: answer.applies_at }).toMatchObject({
        name,
        fields: like(effective),
        at: 'served',
      });
    }
  }
  await Promise.all(Array.from({ length: buildsAtOnceMax }, buildNext));
}, 300_000);

describe('settings of the index as a whole', () => {
  test('strict_types makes the next upload refuse what does not fit a type that is set, by its line', async () => {
    const settings: ObjectSettings = { strict_types: true, fields: { stock: { type: 'number' } } };
    await created('strict', settings);
    const upload = (query: string) =>
      managed<Record<string, unknown>>(`/indexes/strict/records${query}`, {
        method: 'POST',
        json: [
          { id: 'a', stock: 1 },
          { id: 'b', stock: 'call us' },
        ],
      });
    const bad = [expect.objectContaining({ index: 1, id: 'b', code: 'BAD_VALUE', field: 'stock' })];
    const refused = await upload('');
    expect([refused.status, refused.body.error, refused.body.details]).toEqual([
      422,
      'VALIDATION_ERROR',
      bad,
    ]);
    const skipped = await upload('?on_error=skip');
    expect([skipped.status, skipped.body]).toEqual([
      200,
      expect.objectContaining({ staged: 1, errors: bad }),
    ]);
  });

  test('deterministic is on for small builds unless it is set, and noun is the label, both at once', async () => {
    expect(await stack.getIndex(served)).toMatchObject({ serving: { deterministic: true }, noun: null });
    await put({ deterministic: false, noun: { singular: 'lamp', plural: 'lamps' } });
    expect(await stack.getIndex(served)).toMatchObject({
      serving: { deterministic: false },
      noun: { singular: 'lamp', plural: 'lamps' },
    });
    await put({});
  });

  test('group_by groups searches at once, with as many hits of a group as its size says', async () => {
    const groups = async () => (await stack.search(served, 'lamp', 100)).total;
    expect(await groups()).toBe(60);
    await put({ group_by: { field: 'color', size: 2 } });
    expect(await groups()).toBe(3);
    const { hits } = await stack.search(served, 'lamp', 100);
    expect(hits.map(({ _group: group }) => (group as { total: number }).total)).toEqual([20, 20, 20]);
    await put({});
  });
});
