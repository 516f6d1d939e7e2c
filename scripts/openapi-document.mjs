import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './bootstrap.mjs';
import { clientOperations } from './client-operations.mjs';

const require = createRequire(import.meta.url);
const binary = (name) => path.join(root, 'node_modules', '.bin', name);

/**
 * Writes the OpenAPI document of the sources into `.cache`. No server runs for it.
 *
 * @returns {Promise<string>} path of the file
 */
export async function writeOpenApiDocument() {
  require('tsx/cjs');
  const { openApiDocument } = require('../src/openapi-document.ts');
  const file = path.join(root, '.cache', 'openapi.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(await openApiDocument(), null, 2));
  return file;
}

/**
 * Writes the parts of the client that follow from the OpenAPI document: `openapi.ts`, `operations.ts`.
 *
 * @param {string} [folder] default that of the sources
 */
export async function writeClientTypes(folder = path.join(root, 'packages', 'client', 'src')) {
  const document = await writeOpenApiDocument();
  const types = path.join(folder, 'openapi.ts');
  const operations = path.join(folder, 'operations.ts');
  // A default is a value of the server: a caller may leave the member out.
  await run('openapi-typescript', [document, '-o', types, '--default-non-nullable=false']);
  writeFileSync(operations, clientOperations(JSON.parse(readFileSync(document, 'utf8'))));
  await run('oxfmt', ['--config', path.join(root, '.oxfmtrc.json'), types, operations]);
}

/**
 * Runs a program of the packages to its end.
 *
 * @throws Error with its output when it fails
 */
export async function run(program, args, env = {}) {
  const child = spawn(binary(program), args, { cwd: root, env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const ending = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (ending !== 0) throw new Error(`${program} failed (${ending}).\n${output}`);
  return output;
}
