import { nothingFound, type Found, type Measurement } from './found';

/**
 * Body of a peer's program: `node <program> [--warm-up <file>] <file>…` reads the files one after the other
 * and prints a {@link Measurement} as JSON. With `--warm-up` that file is read first and does not count, so
 * that the measured part runs compiled code, as in a service that has been up for a while.
 *
 * @param read touches every value of a file; a throw counts as a refusal
 */
export async function runPeerProgram(read: (path: string, found: Found) => Promise<void>): Promise<void> {
  const files = process.argv.slice(2);
  if (files[0] === '--warm-up') {
    const [, warmUp] = files.splice(0, 2);
    await read(warmUp!, nothingFound());
  }
  console.log(JSON.stringify(await measureFiles(files, read)));
}

/** Reads the files one after the other and measures them together. */
export async function measureFiles(
  files: readonly string[],
  read: (path: string, found: Found) => Promise<void>,
): Promise<Measurement> {
  const found = nothingFound();
  let failed = 0;
  const cpuStart = process.cpuUsage();
  const start = performance.now();
  for (const file of files) {
    try {
      await read(file, found);
    } catch {
      // The files that a reader refuses are part of the result, its reasons are not.
      failed++;
    }
  }
  const seconds = (performance.now() - start) / 1_000;
  const cpu = process.cpuUsage(cpuStart);
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  return { ...found, seconds, cpuSeconds, failed, peakBytes: process.resourceUsage().maxRSS * 1_024 };
}
