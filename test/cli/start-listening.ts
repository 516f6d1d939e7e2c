import { type CommandRun, runSheaf } from './run-sheaf';

/** A `sheaf webhooks listen` that runs. */
export interface Listener {
  /** The secret that it has printed; empty when it was given one. */
  secret: string;
  /** What it has printed so far. */
  output: () => { stdout: string; stderr: string };
  /** Sends Ctrl-C and waits for its end. */
  stop(): Promise<CommandRun>;
}

/**
 * Starts `sheaf webhooks listen`, and waits until it says that it listens.
 *
 * @throws Error with its output when it ends before
 */
export async function startListening(
  args: readonly string[],
  env: Record<string, string>,
): Promise<Listener> {
  const output = { stdout: '', stderr: '' };
  let interrupt = (): void => undefined;
  const interruptWhen = new Promise<void>((resolve) => (interrupt = resolve));
  let ready = (): void => undefined;
  const listening = new Promise<void>((resolve) => (ready = resolve));
  const run = runSheaf(['webhooks', 'listen', ...args], {
    env,
    interruptWhen,
    onOutput: (stdout) => (output.stdout = stdout),
    onError(stderr) {
      output.stderr = stderr;
      if (/^Listening to .+\n/m.test(stderr)) ready();
    },
  });
  await Promise.race([
    listening,
    run.then(({ code, stderr }) => {
      throw new Error(`it has ended with ${code}: ${stderr}`);
    }),
  ]);
  return {
    secret: /^Signing secret: (whsec_\S+)$/m.exec(output.stderr)?.[1] ?? '',
    output: () => output,
    stop() {
      interrupt();
      return run;
    },
  };
}
