import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type LegacyRequest } from './messages';

/**
 * Program of the child process. A thread reads the workbook that the argument names, so that this one notices
 * at once, even in the middle of a long read, that nobody is left to read for.
 */
const thread = new Worker(join(__dirname, `thread${extname(__filename)}`), { workerData: process.argv[2] });

process.on('message', (request: LegacyRequest) => {
  thread.postMessage(request);
});
process.on('disconnect', () => process.exit());
thread.on('message', (answer: string) => process.send!(answer));
// Only memory ends the thread; that this process ends too tells the reader.
thread.on('error', () => process.exit(1));
