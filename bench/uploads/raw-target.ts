import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { answerText } from '../service/answer-text';
import { csvBody } from './csv-body';
import type { UploadTarget } from './upload-target';

/**
 * The bare server of `raw-server.ts` in a process of its own.
 *
 * @param folder emptied now and removed in the end
 */
export async function startRawTarget(folder: string, connections: number): Promise<UploadTarget> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = spawn(process.execPath, [require.resolve('./raw-server'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(server.stdout), 'line')) as [string];
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, bodyTimeout: 0, headersTimeout: 0 });
  return {
    name: 'raw node:http',
    pid: server.pid!,
    async upload(bytes) {
      const headers = { 'content-length': String(bytes) };
      return answerText(await pool.request({ method: 'PUT', path: '/', headers, body: csvBody(bytes) }));
    },
    remove(name) {
      rmSync(`${folder}/${name}`);
      return Promise.resolve();
    },
    async close() {
      await pool.close();
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
