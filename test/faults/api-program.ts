import { type ProgramProcess, startProgram } from '../setup/program-process';

/** The API as a program of its own, to be killed. */
export interface ApiProgram extends ProgramProcess {
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

/** @param env as a stack's programs have it */
export async function startApiProgram(env: Record<string, string>): Promise<ApiProgram> {
  const program = await startProgram('api', { ...env, PORT: '0' });
  const ready = program
    .log()
    .split('\n')
    .find((line) => line.includes('"api ready"'))!;
  const { port } = JSON.parse(ready) as { port: number };
  return { ...program, origin: `http://127.0.0.1:${port}` };
}
