import { readFileSync, writeFileSync } from 'node:fs';
import { acquireLock } from '../../../embedded/cache/lock';

/** Raises the number in a file by one, again and again, each time under the lock. */
async function main([lock, file, times]: string[]): Promise<void> {
  for (let time = 0; time < Number(times); time += 1) {
    const held = await acquireLock(lock!);
    const count = Number(readFileSync(file!, 'utf8'));
    await new Promise(setImmediate);
    writeFileSync(file!, String(count + 1));
    await held.release();
  }
}

void main(process.argv.slice(2));
