import { join } from 'node:path';
import { startThread } from '../../../../src/parsing/isolation/parse-thread';

/** Terminates threads while they create streams of zlib. */
async function main(): Promise<void> {
  for (let thread = 0; thread < 20; thread++) {
    const inflating = startThread(join(__dirname, 'inflating.ts'));
    inflating.keepAlive(true);
    await inflating.ready;
    await inflating.terminate();
  }
  console.log('all ended');
}

void main();
