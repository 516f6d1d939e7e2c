import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../../../embedded/models/embedding-model';
import { projectRoot } from '../../../embedded/project-root';
import { runUntilSignal } from '../../../embedded/run-until-signal';
import { trainModel } from './train-model';

const interruptedCode = 130;

/** Words of the local embedding model's vocabulary, frequent ones first. */
async function readVocabulary(signal: AbortSignal): Promise<string[]> {
  const folder = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
  const { model } = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const words = Object.entries(model.vocab).filter(([word]) => /^\p{Script=Latin}+$/u.test(word));
  return words.sort(([, one], [, other]) => one - other).map(([word]) => word);
}

/**
 * Trains `pii-linear-1` and writes its weights. The same texts, epochs and seed give the same bytes.
 *
 * `npm run train -w personal-data [-- --texts 120000 --epochs 5 --seed 17 --lead 55 --goods-lead 450 --words <file> --out <file>]`
 *
 * `--words` takes the vocabulary (one word a line, frequent ones first) from a file instead of the local
 * embedding model.
 */
async function main({ signal }: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      texts: { type: 'string', default: '120000' },
      epochs: { type: 'string', default: '5' },
      seed: { type: 'string', default: '17' },
      lead: { type: 'string', default: '55' },
      'goods-lead': { type: 'string', default: '450' },
      words: { type: 'string' },
      out: {
        type: 'string',
        default: join(projectRoot, 'packages/personal-data/src/tagger/pii-linear-1.json'),
      },
    },
  });
  const vocabulary =
    values.words === undefined
      ? await readVocabulary(signal)
      : (await readFile(values.words, 'utf8')).split('\n').filter((word) => word !== '');
  const bytes = trainModel({
    vocabulary,
    texts: Number(values.texts),
    epochs: Number(values.epochs),
    seed: Number(values.seed),
    lead: Number(values.lead),
    goodsLead: Number(values['goods-lead']),
    report: console.log,
  });
  await writeFile(
    values.out,
    `${JSON.stringify({ model: 'pii-linear-1', bytes: bytes.toString('base64') }, null, 2)}\n`,
  );
  console.log(`${values.out}: ${bytes.length} bytes`);
  return 0;
}

void runUntilSignal(main, interruptedCode).then((code) => {
  process.exitCode = code;
});
