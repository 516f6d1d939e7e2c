import { collectionItem } from '../../../api/documents/collections/schema';
import { maskingBounds, type MaskingBoundsResource } from '../../../api/documents/masking-bounds/schema';
import { PII_TAGS } from '../../../src/domain/platform/personal-data';
import { startApi, type TestApi, type TestKey } from '../../setup/api';

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startApi();
  key = await api.createKey();
});
afterAll(() => api.close());

async function create(name: string): Promise<string> {
  await api.request(`/v2/collections/${name}`, { method: 'PUT', key: key.text });
  return name;
}
const read = (name: string, text = key.text) =>
  api.request<MaskingBoundsResource>(`/v2/collections/${name}/masking-bounds`, { key: text });
const set = (name: string, tag: string, bound: unknown, text = key.text) =>
  api.request<MaskingBoundsResource>(`/v2/collections/${name}/masking-bounds/${tag}`, {
    method: 'PUT',
    key: text,
    json: { bound },
  });
const boundOf = ({ bounds }: MaskingBoundsResource, tag: string) => bounds.find((one) => one.tag === tag);

test('a collection has a bound for each kind, which are the defaults before one is set', async () => {
  const { status, body } = await read(await create('bounds-new'));
  expect(status).toBe(200);
  expect(maskingBounds.parse(body)).toEqual(body);
  expect(body.bounds.map(({ tag }) => tag)).toEqual([...PII_TAGS]);
  expect(body.bounds.filter(({ bound }) => bound !== 'default').map(({ tag }) => tag)).toEqual(['AGE']);
  expect(boundOf(body, 'AGE')).toMatchObject({ bound: 'off', graded: false, set_by: null });
  expect(boundOf(body, 'PERSON')).toEqual({
    tag: 'PERSON',
    bound: 'default',
    graded: true,
    set_by: null,
    set_at: null,
  });
});

test('a bound is kept with the key that has set it and the time, and is shown with the collection', async () => {
  const name = await create('bounds-set');
  const before = Date.now();
  const { status, body } = await set(name, 'PERSON', 'wider');
  expect(status).toBe(200);
  const person = boundOf(body, 'PERSON')!;
  expect(person).toMatchObject({ bound: 'wider', set_by: key.keyId });
  expect(Date.parse(person.set_at!)).toBeGreaterThanOrEqual(before);
  await set(name, 'EMAIL', 'off');
  const { body: collection } = await api.request(`/v2/collections/${name}`, { key: key.text });
  expect(collectionItem.parse(collection)).toEqual(collection);
  expect(collection).toMatchObject({ masking_bounds: { PERSON: 'wider', EMAIL: 'off' } });
  await set(name, 'PERSON', 'default');
  expect(boundOf((await read(name)).body, 'PERSON')).toMatchObject({ bound: 'default', set_by: key.keyId });
});

test('a copy of a collection has its bounds, and neither sees changes of the other', async () => {
  const name = await create('bounds-source');
  await set(name, 'ADDRESS', 'stricter');
  const copied = await api.request(`/v2/collections/${name}/copy`, {
    method: 'POST',
    key: key.text,
    json: { target_name: 'bounds-copy' },
  });
  expect(copied.status).toBe(200);
  await set(name, 'ADDRESS', 'off');
  expect(boundOf((await read('bounds-copy')).body, 'ADDRESS')).toMatchObject({ bound: 'stricter' });
});

test.each([
  ['EMAIL', 'wider'],
  ['EMAIL', 'stricter'],
  ['AGE', 'wider'],
  ['PERSON', 'loose'],
  ['PERSON', null],
  ['BADGE', 'off'],
  ['__proto__', 'off'],
])('refuses the bound of %s to be %s', async (tag, bound) => {
  const name = await create('bounds-wrong');
  expect(await set(name, tag, bound)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  expect((await read(name)).body.bounds.every((one) => one.set_by === null)).toBe(true);
});

test('keys that may only query read bounds and set none', async () => {
  const name = await create('bounds-rights');
  const { text } = await api.createKey({ permissions: ['query'] });
  expect((await read(name, text)).status).toBe(200);
  expect(await set(name, 'PERSON', 'off', text)).toMatchObject({
    status: 403,
    body: { error: 'permission_denied' },
  });
});

test('collections of others are not found', async () => {
  const name = await create('bounds-private');
  const { text } = await api.createKey({ organization: 'other' });
  for (const answer of [await read(name, text), await set(name, 'PERSON', 'off', text)])
    expect(answer).toMatchObject({ status: 404, body: { error: 'collection_not_found' } });
  expect(boundOf((await read(name)).body, 'PERSON')).toMatchObject({ bound: 'default' });
});
