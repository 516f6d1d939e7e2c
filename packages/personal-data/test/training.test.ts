import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readModel } from '../src/tagger/model-file';
import { createTagger } from '../src/tagger/tagger';

const root = join(__dirname, '..');
const vocabulary =
  'the of and to in is was for on with name price report street house call letter meeting table'.split(' ');

describe('the training of pii-linear-1', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'training-'));
    await writeFile(join(folder, 'words'), vocabulary.join('\n'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function train(seed: string, out: string): Promise<Buffer> {
    const options = ['--texts', '400', '--epochs', '3', '--seed', seed, '--words', join(folder, 'words')];
    await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'training/index.ts', ...options, '--out', join(folder, out)],
      { cwd: root },
    );
    return readFile(join(folder, out));
  }

  it('gives the same bytes again, others with another seed, and a tagger that has learned', async () => {
    const first = await train('1', 'first');
    expect((await train('1', 'again')).equals(first)).toBe(true);
    expect((await train('2', 'other')).equals(first)).toBe(false);
    const { bytes } = JSON.parse(first.toString()) as { bytes: string };
    const tagger = createTagger(readModel(Buffer.from(bytes, 'base64')));
    const text = 'My name is Peter Schmidt.';
    expect(tagger.tag(text, [], {})).toEqual([{ start: 11, end: 24, tag: 'PERSON' }]);
  });
});
