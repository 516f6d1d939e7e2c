import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type LegacyRequest } from './messages';

/**
 * Program of the child process. A thread reads the workbook that the argument names, so that this thread
 * notices at once, even during a long read, that its parent has exited.
 */
const thread = new Worker(join(__dirname, `thread${extname(__filename)}`), { workerData: process.argv[2] });

process.on('message', (request: LegacyRequest) => {
  thread.postMessage(request);
});
process.on('disconnect', () => process.exit());
thread.on('message', (answer: string) => process.send!(answer));
// Only a lack of memory ends the thread; the exit of this process informs the reader.
thread.on('error', () => process.exit(1));
