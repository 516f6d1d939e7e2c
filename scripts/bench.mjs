// Measures: `npm run bench -- <name> [options]`.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ScriptFailure, bootstrap, root } from './bootstrap.mjs';
import { run } from './run.mjs';

const benches =
  'parse accept uploads copy many-collections index index-many sync scale footprint idle-memory fairness webhooks traces latency query quality quality-files quality-languages masking products-build products-search products-quality'.split(
    ' ',
  );
/** Benches of packages of the workspace, by their names. */
const packageBenches = ['spreadsheet-reader', 'document-reader', 'personal-data'];

await run(async () => {
  const [name, ...options] = process.argv.slice(2);
  const isOfPackage = packageBenches.includes(name);
  if (!isOfPackage && !benches.includes(name)) {
    const names = [...benches, ...packageBenches].join(' | ');
    throw new ScriptFailure(`Which bench? npm run bench -- <${names}> [options]`);
  }
  await bootstrap();
  const program = isOfPackage
    ? path.join(root, 'dist', 'packages', name, 'bench', 'index.js')
    : path.join(root, 'dist', 'bench', `${name}.js`);
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...options], { stdio: 'inherit' });
  // The bench stops what it started by itself; this process waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
});
