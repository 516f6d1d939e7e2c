import { type ProgramProcess, startProgram } from '../setup/program-process';

/** The API as a program of its own, to be killed. */
export interface ApiProgram extends ProgramProcess {
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

/** Servers of tests are slow on a busy machine, which is no fault that a test looks for by default. */
const patience = { SILENT_SERVER_MS: '60000' };

/** @param env as a stack's programs have it */
export async function startApiProgram(env: Record<string, string>): Promise<ApiProgram> {
  const program = await startProgram('api', { ...patience, ...env, PORT: '0' });
  const ready = program
    .log()
    .split('\n')
    .find((line) => line.includes('"api ready"'))!;
  const { port } = JSON.parse(ready) as { port: number };
  return { ...program, origin: `http://127.0.0.1:${port}` };
}
