import { type IdleStack, startIdleStack } from './idle-stack';
import { type ProgramProcess, startProgram } from './program-process';

/** A stack of the suite's own: the API in this process, worker programs on demand. */
export interface OwnStack extends IdleStack {
  startWorker(args?: string[]): Promise<ProgramProcess>;
}

/** Starts what `startIdleStack` starts, with its options. */
export async function startOwnStack(options: Parameters<typeof startIdleStack>[0] = {}): Promise<OwnStack> {
  const stack = await startIdleStack({ ...options, newDatabase: true });
  const workers: ProgramProcess[] = [];
  return {
    ...stack,
    async startWorker(args = []) {
      const worker = await startProgram('worker', stack.env, args);
      workers.push(worker);
      return worker;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.sigkill()));
      await stack.close();
    },
  };
}
