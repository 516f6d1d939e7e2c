import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { decodedBody, RecordsBodyError } from '../../../src/product-search/records/records-body';

async function decoded(sent: Buffer, gzip: boolean, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of decodedBody(Readable.from([sent]), { gzip, bytesMax })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const text = Buffer.from('{"a":1}\n'.repeat(1_000));

test('a body passes as it is, or without its gzip', async () => {
  expect(await decoded(text, false, text.length)).toEqual(text);
  expect(await decoded(gzipSync(text), true, text.length)).toEqual(text);
});

test.each([
  ['plain bytes', text, false, text.length - 1, 'too_large'],
  ['bytes after decompression', gzipSync(text), true, text.length - 1, 'too_large'],
  ['compressed bytes', gzipSync(text), true, 10, 'too_large'],
  ['gzip that ends early', gzipSync(text).subarray(0, -9), true, text.length, 'malformed'],
  [
    'gzip with a wrong checksum',
    Buffer.concat([gzipSync(text).subarray(0, -8), Buffer.alloc(8)]),
    true,
    text.length,
    'malformed',
  ],
  ['bytes that are no gzip', text, true, text.length, 'malformed'],
])('a body with %s is refused', async (_, sent, gzip, bytesMax, fault) => {
  const error: unknown = await decoded(sent, gzip, bytesMax).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RecordsBodyError);
  expect(error).toMatchObject({ fault });
});

test('a small body that would become a large one stops at the limit', async () => {
  let bytes = 0;
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const reading = (async () => {
    for await (const chunk of decodedBody(Readable.from([bomb]), { gzip: true, bytesMax: 1_000_000 }))
      bytes += chunk.length;
  })();
  await expect(reading).rejects.toMatchObject({ fault: 'too_large' });
  expect(bytes).toBeLessThanOrEqual(1_000_000);
});

test('a body that breaks off fails with its own error', async () => {
  const body = Readable.from(
    (async function* () {
      yield await Promise.resolve(text);
      throw new Error('the request ended early');
    })(),
  );
  const reading = (async () => {
    for await (const chunk of decodedBody(body, { gzip: false })) expect(chunk).toEqual(text);
  })();
  await expect(reading).rejects.toThrow('the request ended early');
});
