import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { projectRoot } from '../embedded/project-root';
import { runUntilSignal } from '../embedded/run-until-signal';
import { fileBytesMax } from '../src/domain/limits';
import { connectMongo, createStores } from '../src/stores';
import { boundGoal, goalTable, type Goal } from './goal';
import { machineFacts, machineLine } from './machine';
import { startBenchStack } from './service/bench-stack';
import { concurrently } from './service/concurrently';
import { createTenants } from './service/tenants';
import { median } from './statistics';
import { textTable } from './text-table';
import { residentBytes, watchResidentSize } from './uploads/resident-size';
import { apiTarget, rawTarget, type UploadTarget } from './uploads/targets';

const uploadsAtOnce = 20;
const smallBytes = fileBytesMax / 10;

/** What one target did over the rounds; sizes in bytes. */
interface TargetResult {
  name: string;
  idleBytes: number;
  smallPeakBytes: number;
  peakBytes: number;
  /** Resident size once a second during the last round of full-size uploads. */
  secondsBytes: number[];
  bytesPerSecond: number[];
}

/** Starts the bare server on a folder of its own. */
async function startRawServer(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = spawn(process.execPath, [require.resolve('./uploads/raw-server'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(server.stdout), 'line')) as [string];
  return { url: `http://127.0.0.1:${port}`, pid: server.pid!, stop: () => server.kill() };
}

/** Twenty uploads at once; answers bytes a second and the memory that it took. */
async function uploadTwenty(target: UploadTarget, bytes: number) {
  const stopWatching = watchResidentSize(target.pid);
  const paths: string[] = [];
  const { seconds } = await concurrently(uploadsAtOnce, uploadsAtOnce, async () => {
    const path = await target.upload(bytes);
    if (path !== null) paths.push(path);
  });
  const sizes = stopWatching();
  for (const path of paths) await target.remove(path);
  return { ...sizes, bytesPerSecond: (uploadsAtOnce * bytes) / seconds };
}

/**
 * Twenty concurrent uploads of 100 MiB against the real API process on the folder blob store: resident size against the
 * idle one and against uploads of a tenth of the size (flat memory means equal peaks), and throughput against a bare server
 * that pipes into a file with SHA-256.
 *
 * `npm run bench -- uploads [--rounds 3] [--json <file>]`
 */
async function measure(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '3' }, json: { type: 'string' } },
  });
  const rounds = Number(values.rounds);
  const stack = await startBenchStack(
    { RATE_LIMIT_KEY_PER_MINUTE: '1000000', RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000' },
    controller,
  );
  const rawFolder = join(projectRoot, '.cache', 'bench', 'raw-uploads');
  const raw = await startRawServer(rawFolder);
  const mongo = await connectMongo(stack.mongodbUrl, 'bench');
  const targets: UploadTarget[] = [];
  try {
    const [tenant] = await createTenants(createStores(mongo.db), 1);
    targets.push(rawTarget(raw.url, raw.pid, uploadsAtOnce));
    for (const way of ['multipart', 'two-step'] as const)
      targets.push(apiTarget(stack.apiUrl, stack.apiPid, uploadsAtOnce, tenant!.key, way));

    const results = new Map<string, TargetResult>();
    for (const target of targets) {
      await uploadTwenty(target, smallBytes / 10);
      const idleBytes = residentBytes(target.pid);
      const { peakBytes } = await uploadTwenty(target, smallBytes);
      results.set(target.name, {
        name: target.name,
        idleBytes,
        smallPeakBytes: peakBytes,
        peakBytes: 0,
        secondsBytes: [],
        bytesPerSecond: [],
      });
    }
    const machine = machineFacts();
    for (let round = 0; round < rounds; round++) {
      for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
        const run = await uploadTwenty(target, fileBytesMax);
        const result = results.get(target.name)!;
        result.peakBytes = Math.max(result.peakBytes, run.peakBytes);
        result.secondsBytes = run.secondsBytes;
        result.bytesPerSecond.push(run.bytesPerSecond);
        for (const file of readdirSync(rawFolder)) rmSync(join(rawFolder, file));
      }
    }
    const list = [...results.values()];
    const goals = goalsOf(list);
    console.log(`\n${machineLine(machine)}\n${uploadsAtOnce} uploads at once, ${rounds} rounds\n`);
    console.log(resultTable(list));
    for (const result of list)
      console.log(`${result.name}, MB each second: ${result.secondsBytes.map(megabytes).join(' ')}`);
    console.log(`\n${goalTable(goals)}`);
    if (values.json !== undefined)
      await writeFile(values.json, `${JSON.stringify({ machine, rounds, results: list, goals }, null, 2)}\n`);
    return 0;
  } finally {
    for (const target of targets) await target.close();
    await mongo.close();
    raw.stop();
    rmSync(rawFolder, { recursive: true, force: true });
    await stack.stop();
  }
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

/** The issue asks for flat memory without a number; a quarter more than with a tenth of the bytes is our reading of flat. */
function goalsOf([, ...api]: readonly TargetResult[]): Goal[] {
  return api.map((result) =>
    boundGoal(
      `${result.name}: peak of 100 MiB uploads to that of 10 MiB ones`,
      'at most',
      1.25,
      result.peakBytes / result.smallPeakBytes,
    ),
  );
}

function resultTable(results: readonly TargetResult[]): string {
  const raw = median(results[0]!.bytesPerSecond);
  return textTable(
    ['server', 'MB/s', 'to raw', 'idle MB', 'peak MB, 10 MiB each', 'peak MB, 100 MiB each'],
    results.map((result) => [
      result.name,
      megabytes(median(result.bytesPerSecond)),
      (median(result.bytesPerSecond) / raw).toFixed(2),
      megabytes(result.idleBytes),
      megabytes(result.smallPeakBytes),
      megabytes(result.peakBytes),
    ]),
  );
}

void runUntilSignal(measure, 130).then((code) => {
  process.exitCode = code;
});
