import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type EmbeddingServer, embeddingsBody, startEmbeddingServer } from '../setup/embedding-server';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { programArguments, type ProgramProcess, startProgram } from '../setup/program-process';

const root = join(__dirname, '../..');
const parts = ['pumps', 'valves', 'turbines', 'gaskets', 'bearings'];
/** Indexed while the change is under way, by a worker of either configuration, and after it. */
const [during, configured, after] = ['seals', 'chains', 'belts'];
const all = [...parts, during, configured, after];
const sentence = (part: string) => `The ${part} of the plant are checked in autumn.`;

/** Vectors of the new model: each part is a direction of its own. */
const direction = (text: string) =>
  Array.from({ length: 8 }, (_, n) => (n < all.length && text.includes(all[n]!) ? 1 : 0.1));

let stack: OwnStack;
let server: EmbeddingServer;
let hosted: Record<string, string>;
const programs: ProgramProcess[] = [];
let apiUrl: string;

/**
 * Texts that the new model has answered for, one a request; so many of them are answered, the next one hangs.
 */
const embedded: string[] = [];
let answersMax = 0;
let hang: (() => void) | undefined;

async function startApi(): Promise<void> {
  const api = await startProgram('api', { ...hosted, HOST: '127.0.0.1', PORT: '0' });
  programs.push(api);
  const line = api
    .log()
    .split('\n')
    .find((one) => one.includes('"api ready"'))!;
  apiUrl = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
}

/** `admin collections reembed`, as a process of its own. */
function reEmbed() {
  const place = ['--organization', 'acme', '--environment', 'production', 'manuals'];
  const child = spawn(process.execPath, programArguments('admin', ['collections', 'reembed', ...place]), {
    cwd: root,
    env: { PATH: process.env.PATH, ...hosted },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([out, err]) => out + err,
  );
  return { said, kill: () => child.kill('SIGKILL') };
}

/** Runs it until the new model was asked so often, and kills it then. */
async function killedAfter(answers: number): Promise<void> {
  answersMax = embedded.length + answers;
  const hangs = new Promise<void>((resolve) => (hang = resolve));
  const { kill, said } = reEmbed();
  await Promise.race([hangs, said.then((words) => Promise.reject(new Error(`ended: ${words}`)))]);
  kill();
  await said;
}

/** File names of what the service finds by meaning alone, the best first. */
async function found(query: string): Promise<string[]> {
  const response = await fetch(`${apiUrl}/v3/collections/manuals/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.key.text}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, semantic_ratio: 1 }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { results } = (await response.json()) as { results: { document: { filename: string } }[] };
  return results.map(({ document }) => document.filename);
}
const indexed = async (part: string) => {
  const json = { content: sentence(part), filename: `${part}.txt` };
  return stack.indexed(await stack.accepted(stack.index('text', json)));
};

beforeAll(async () => {
  [stack, server] = await Promise.all([
    startOwnStack(),
    startEmbeddingServer(({ texts }, response) => {
      if (embedded.length >= answersMax) hang?.();
      else {
        embedded.push(...texts);
        response.end(embeddingsBody(texts.map(direction)));
      }
    }),
  ]);
  hosted = {
    ...stack.env,
    ...server.env,
    EMBEDDING_MODEL: 'hosted',
  };
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.sigkill()));
  await stack.close();
  await server.close();
});

it('a collection is asked by its old model, and takes files of it, until all vectors are new, though the change is killed twice', async () => {
  const oldWorker = await stack.startWorker();
  for (const { status } of await Promise.all(parts.map(indexed))) expect(status).toBe('completed');
  await startApi();
  const before = await found(sentence('turbines'));
  expect(before[0]).toBe('turbines.txt');

  await killedAfter(2);
  expect(await found(sentence('turbines'))).toEqual(before);
  expect((await indexed(during)).status).toBe('completed');
  await killedAfter(2);
  expect((await found(sentence(during)))[0]).toBe(`${during}.txt`);
  expect(await oldWorker.sigterm()).toBe(0);

  const newWorker = await startProgram('worker', hosted);
  programs.push(newWorker);
  expect((await indexed(configured)).status).toBe('completed');
  expect((await found(sentence(configured)))[0]).toBe(`${configured}.txt`);

  answersMax = Infinity;
  expect(await reEmbed().said).toBe('manuals has vectors of hosted:8 now.\n');
  // Each text once, in spite of the kills, and no question so far: those were the old model's.
  expect(embedded.toSorted()).toEqual([...parts, during, configured].map(sentence).sort());
  for (const part of [...parts, during, configured])
    expect((await found(sentence(part)))[0]).toBe(`${part}.txt`);
  expect((await indexed(after)).status).toBe('completed');
  expect((await found(sentence(after)))[0]).toBe(`${after}.txt`);
});
