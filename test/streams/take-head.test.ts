import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { takeHead } from '../../src/streams/take-head';

const headBytes = 1_000;

function inPieces(bytes: Buffer, size: number): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return Readable.from(pieces);
}

test.each(
  [0, 1, 999, 1_000, 1_001, 2_500, 300_000].flatMap((length) =>
    [1, 7, 1_000, 70_000].map((size) => [length, size]),
  ),
)('a body of %i bytes in pieces of %i keeps every byte', async (length, size) => {
  const bytes = randomBytes(length);
  const { head, whole, body } = await takeHead(inPieces(bytes, size), headBytes);
  expect(head.equals(bytes.subarray(0, headBytes))).toBe(true);
  // Exactly as long as the head: there may be more, which has not been read.
  expect(whole).toBe(length < headBytes);
  expect((await buffer(body)).equals(bytes)).toBe(true);
});

test.each([
  ['fails', (body: PassThrough) => body.destroy(new Error('broken off')), 'broken off'],
  ['is closed', (body: PassThrough) => body.destroy(), 'closed before its end'],
])('a body that %s while its head is awaited is an error', async (_name, end, message) => {
  const body = new PassThrough();
  const taken = takeHead(body, headBytes);
  body.write('a');
  setImmediate(() => end(body));
  await expect(taken).rejects.toThrow(message);
});

test('a body that was destroyed before is an error', async () => {
  const body = new PassThrough();
  body.on('error', () => undefined);
  body.destroy(new Error('broken off'));
  await expect(takeHead(body, headBytes)).rejects.toThrow('broken off');
});
