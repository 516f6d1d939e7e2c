import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readBytes, readHead } from '../../src/streams/bounded-read';
import { createByteLimit } from '../../src/streams/byte-limit';
import { linesOf } from '../../src/streams/lines';

const digits = () => Readable.from(['0123', '4567', '89'].map((part) => Buffer.from(part)));
const textOf = async (bytes: Promise<Buffer | null>) => (await bytes)?.toString() ?? null;

it.each([
  [10, '0123456789'],
  [9, null],
  [0, null],
])('of ten bytes at most %d are read whole: %s', async (byteMax, text) => {
  const body = digits();
  expect(await textOf(readBytes(body, byteMax))).toBe(text);
  expect(body.destroyed).toBe(true);
});

it.each([
  [3, 3, '012'],
  [4, 4, '0123'],
  [6, 6, '012345'],
  [6, 10, '012345'],
  [99, 99, '0123456789'],
])('a head of %d bytes, read for up to %d, is %s', async (headBytes, readBytesMax, text) => {
  const body = digits();
  expect(await textOf(readHead(body, headBytes, readBytesMax))).toBe(text);
  expect(body.destroyed).toBe(true);
});

it('a body that fails makes its reader fail', async () => {
  const broken = () =>
    new Readable({
      read() {
        this.destroy(new Error('broken'));
      },
    });
  await expect(readBytes(broken(), 10)).rejects.toThrow('broken');
  await expect(readHead(broken(), 10)).rejects.toThrow('broken');
});

it('a limit passes on what is within it and fails at the byte after, with the error that was asked for', async () => {
  const seen: string[] = [];
  const passed: Buffer[] = [];
  const through = (byteMax: number) =>
    pipeline(
      digits(),
      createByteLimit(byteMax, () => new RangeError('too large'), {
        onChunk: (chunk) => seen.push(chunk.toString()),
      }),
      async (body: AsyncIterable<Buffer>) => {
        for await (const chunk of body) passed.push(chunk);
      },
    );
  await through(10);
  expect([Buffer.concat(passed).toString(), seen]).toEqual(['0123456789', ['0123', '4567', '89']]);
  await expect(through(9)).rejects.toThrow(new RangeError('too large'));
});

it.each([1, 2, 3, 100])('lines in pieces of %d bytes end in line feeds alone', async (size) => {
  const bytes = Buffer.from('one\n\n"\u2028 two\r"\nthree');
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const lines: string[] = [];
  for await (const line of linesOf(Readable.from(pieces))) lines.push(line);
  expect(lines).toEqual(['one', '', '"\u2028 two\r"', 'three']);
});
