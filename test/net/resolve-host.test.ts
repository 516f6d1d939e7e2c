import { resolveHost } from '../../src/net/resolve-host';

const { signal } = new AbortController();

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
  ['localhost', '127.0.0.1'],
  ['LocalHost', '127.0.0.1'],
  ['files.localhost', '127.0.0.1'],
])('%s needs no name server', async (host, address) => {
  expect(await resolveHost(host, signal)).toEqual([address]);
});

test('a name that cannot exist is a dns failure', async () => {
  await expect(resolveHost('files.invalid', signal)).rejects.toMatchObject({ code: 'dns' });
});

test.each([['too-long.'.repeat(40)], ['a..example']])('%s is a dns failure', async (host) => {
  await expect(resolveHost(host, signal)).rejects.toMatchObject({ code: 'dns' });
});

test('an abort ends the question with its reason', async () => {
  const controller = new AbortController();
  const asked = resolveHost('files.invalid', controller.signal);
  controller.abort('enough');
  await expect(asked).rejects.toBe('enough');
  await expect(resolveHost('files.invalid', controller.signal)).rejects.toBe('enough');
});
