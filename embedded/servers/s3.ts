import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type ObtainContext, obtain } from '../cache/entry';
import { waitUntilReady } from '../processes/wait-until-ready';
import { findOnPath } from '../tools/find-on-path';
import { installGoProgram, requireGo } from '../tools/go';
import { fingerprint, pinFile } from '../tools/pins';
import type { StartContext } from './context';

const readyTimeoutMs = 30_000;
const answerTimeoutMs = 2_000;
const program = { package: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0', pins: 'versitygw.sum' };

/** Address of a running S3 server and the keys to use it with. */
export interface S3Access {
  endpoint: string;
  accessKey: string;
  secretKey: string;
}

/** Path of an S3 server for tests: `versitygw` on the PATH, else 1.8.0 from the cache. */
export async function obtainS3Server(context: ObtainContext): Promise<string> {
  const onPath = findOnPath('versitygw');
  if (onPath !== undefined) return onPath;
  const pins = fingerprint([pinFile(program.pins)]);
  const folder = await obtain(context, {
    name: `versitygw-1.8.0-${process.platform}-${process.arch}-${pins}`,
    title: 'S3 server versitygw 1.8.0 (go, takes a minute or two)',
    build: async (draft, tools) => {
      requireGo({
        server: 'The S3 test server',
        setting: 'TEST_S3_ENDPOINT (with TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY)',
        binary: 'versitygw 1.8',
        prerequisite: 'Go 1.25 or newer',
      });
      await installGoProgram(program, draft, tools);
    },
  });
  return path.join(folder, 'versitygw');
}

/** Starts the S3 server over an empty folder, with fresh credentials. */
export async function startS3Server(binary: string, context: StartContext): Promise<S3Access> {
  const folder = path.join(context.dataFolder, 's3');
  await mkdir(folder, { recursive: true });
  const port = await context.ports.choose('s3');
  const access: S3Access = {
    endpoint: `http://127.0.0.1:${port}`,
    accessKey: `test${randomBytes(8).toString('hex')}`,
    secretKey: randomBytes(24).toString('base64url'),
  };
  const child = await context.children.start({
    name: 's3',
    command: binary,
    args: ['--quiet', '--port', `127.0.0.1:${port}`, 'posix', folder],
    env: { ROOT_ACCESS_KEY: access.accessKey, ROOT_SECRET_KEY: access.secretKey },
  });
  await waitUntilReady({
    child,
    signal: context.signal,
    timeoutMs: readyTimeoutMs,
    // Any answer will do: without a signature it can only refuse.
    probe: async () => {
      await (await fetch(access.endpoint, { signal: AbortSignal.timeout(answerTimeoutMs) })).arrayBuffer();
    },
  });
  return access;
}
