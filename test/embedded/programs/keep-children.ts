import { openDataFolder } from '../../../embedded/data-folder';

const stayAlive = 'setInterval(() => undefined, 1000);';
/** A child that starts one itself, in the same process group. */
const withOffspring = `
  const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stayAlive)}]);
  console.log(pid);
  ${stayAlive}`;

/** Starts children in a data folder, prints their pids and stays. */
async function main([folder]: string[]): Promise<void> {
  const { children } = await openDataFolder(folder!, console.log);
  const one = await children.start({ name: 'one', command: process.execPath, args: ['-e', stayAlive] });
  const two = await children.start({ name: 'two', command: process.execPath, args: ['-e', withOffspring] });
  console.log(`${one.pid} ${two.pid}`);
  setInterval(() => undefined, 1_000);
}

void main(process.argv.slice(2));
