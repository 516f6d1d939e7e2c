import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withEmbedder } from '../../src/admin/connections';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheaf-connections-'));
  process.env.DATA_DIR = folder;
  delete process.env.EMBEDDING_MODEL_DIR;
});
afterEach(() => rm(folder, { recursive: true }));

const modelFolder = () => withEmbedder((_, config) => Promise.resolve(config.EMBEDDING_MODEL_DIR));
const keepStack = (stack: object) => writeFile(path.join(folder, 'stack.json'), JSON.stringify(stack));

describe('the embedding model of a command', () => {
  it('is that of the running stack', async () => {
    await keepStack({ embeddingModelFolder: '/models/of-the-stack' });
    expect(await modelFolder()).toBe('/models/of-the-stack');
  });

  it('is the one that the environment names, also beside a running stack', async () => {
    await keepStack({ embeddingModelFolder: '/models/of-the-stack' });
    process.env.EMBEDDING_MODEL_DIR = '/models/named';
    expect(await modelFolder()).toBe('/models/named');
  });

  it('is the one of the data folder without a running stack', async () => {
    expect(await modelFolder()).toBe(path.join(folder, 'embedding-model'));
  });
});
