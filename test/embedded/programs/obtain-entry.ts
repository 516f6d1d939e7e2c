import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { obtain } from '../../../embedded/cache/entry';

/** Obtains one entry whose build notes itself in a file; `hang` makes the build stay half done for ever. */
async function main([cache, builds, mode]: string[]): Promise<void> {
  const folder = await obtain(
    { cache: cache!, report: () => undefined, signal: new AbortController().signal },
    {
      name: 'artefact',
      title: 'Artefact',
      build: async (draft) => {
        appendFileSync(builds!, `${process.pid}\n`);
        writeFileSync(path.join(draft, 'first'), 'one');
        if (mode === 'hang') {
          console.log('half built');
          setInterval(() => undefined, 1_000);
          await new Promise(() => undefined);
        }
        writeFileSync(path.join(draft, 'second'), 'two');
      },
    },
  );
  console.log(folder);
}

void main(process.argv.slice(2));
