import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Of } from '../../embedded/cache/checksums';
import { convertModel } from '../../embedded/models/embedding-model';
import { onnxFile } from '../../embedded/models/onnx-file';
import { quantiseOutputs, quantiseRows } from '../../embedded/models/quantise';
import { readPins } from '../../embedded/tools/pins';
import { embeddingModelFolder, obtainTimeoutMs } from '../setup/embedding-model';

test(
  'the prepared models are byte for byte the pinned ones',
  async () => {
    const folder = await embeddingModelFolder();
    const sources = ['model.safetensors', 'e5-small-q4.bin'];
    const pinned = readPins('embedding-model.sha256').filter(([, name]) => !sources.includes(name!));
    expect(pinned).toHaveLength(4);
    for (const [sha256, name] of pinned) expect(await sha256Of(join(folder, name!))).toBe(sha256);
  },
  obtainTimeoutMs,
);

test('weights keep their value within half a step of their output', () => {
  const matrix = Float32Array.from([0.5, -1, 0.25, 3, 0, -2]);
  const { values, scales } = quantiseOutputs(matrix, 2, 3, 63);
  for (let output = 0; output < 2; output++)
    for (let input = 0; input < 3; input++) {
      const restored = values[input * 2 + output]! * scales[output]!;
      expect(Math.abs(restored - matrix[output * 3 + input]!)).toBeLessThanOrEqual(scales[output]! / 2);
    }
  expect(Math.max(...values.map(Math.abs))).toBe(63);
});

test('a row of zeros stays zeros', () => {
  expect(quantiseRows(new Float32Array(4), 1, 4, 127)).toEqual({
    values: new Int8Array(4),
    scales: Float32Array.of(1),
  });
});

test('negative attributes and long fields are written as protocol buffers say', () => {
  const operations = [
    { type: 'Gather', inputs: ['x'.repeat(200)], outputs: ['y'], attributes: { axis: -1 } },
  ];
  const file = onnxFile({ name: 'g', constants: [], operations, inputs: [], outputs: [] });
  // Field 3 of the attribute: the ten bytes of the 64-bit complement of 1.
  expect(file.includes(Buffer.from('18ffffffffffffffffff01', 'hex'))).toBe(true);
  expect(file.includes(Buffer.concat([Buffer.from('0ac801', 'hex'), Buffer.alloc(200, 'x')]))).toBe(true);
});

test('a checkpoint that lacks a weight is refused in one sentence that names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-checkpoint-'));
  const header = Buffer.from('{}');
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  await writeFile(join(folder, 'model.safetensors'), Buffer.concat([length, header]));
  await writeFile(join(folder, 'config.json'), JSON.stringify({ vocab_size: 1, hidden_size: 1 }));
  await expect(convertModel(folder, 63)).rejects.toThrow('embeddings.word_embeddings.weight');
  await rm(folder, { recursive: true });
});
