import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { type ExampleFolder, exampleFolder } from '../../client/run-example';

let stack: OwnStack;
let folder: ExampleFolder;
beforeAll(async () => {
  stack = await startOwnStack();
  await stack.startWorker();
  folder = exampleFolder({ SHEAF_URL: stack.api.baseUrl, SHEAF_API_KEY: stack.key.text });
});
afterAll(async () => {
  folder.remove();
  await stack.close();
});

test("operators' commands do what their pages say", async () => {
  await stack.createIndex('products');
  await stack.stage('products', [{ id: 'KB-1', title: 'Wireless keyboard' }]);
  await expect(stack.built('products')).resolves.toMatchObject({ status: 'succeeded' });

  const names = 'create-product-admin manage-keys features operators rebuild reseal'.split(' ');
  const file = (name: string) => `examples/operations/${name}.sh`;
  const printed = await folder.paste(names.map(file), { ...stack.env, lost_keys: '' });
  const of = (name: string) => printed[file(name)] ?? '';

  const [, admin = ''] = /^Key +(\S+)$/m.exec(of('create-product-admin')) ?? [];
  await expect(stack.v1('/indexes', { key: admin })).resolves.toMatchObject({ status: 200 });
  const [made = ''] = of('manage-keys').split('\n');
  const { key, key_id: keyId } = JSON.parse(made) as { key: string; key_id: string };
  const [, rotated = ''] = /^Key +(\S+)$/m.exec(of('manage-keys')) ?? [];
  const collections = (text: string) => stack.api.request('/v2/collections', { key: text });
  await expect(collections(rotated)).resolves.toMatchObject({ status: 200 });
  await expect(collections(key)).resolves.toMatchObject({ status: 401 });
  expect(of('manage-keys')).toContain(keyId);
  expect(of('manage-keys')).toContain('acme has no limit; running jobs hold 0 credits.');
  expect(of('features')).toMatch(/^settings-rebuild +enabled$/m);
  expect(of('features')).toMatch(/\nsettings-rebuild is disabled for acme\.\n$/);
  expect(of('operators')).toContain('one of these operators (2):\n  Ann Lee\n  bob\n');
  expect(of('operators')).toContain(
    'one of these operators (1):\n  Ann Lee\nManagement calls of acme need to name no operator.',
  );
  const [jobId = ''] = /job_\w+/.exec(of('rebuild')) ?? [];
  await expect(stack.v1(`/jobs/${jobId}`)).resolves.toMatchObject({ body: { type: 'index.build' } });
  expect(of('reseal')).toBe('Secrets sealed with the present key: 0 now, 1 before.\n');
});
