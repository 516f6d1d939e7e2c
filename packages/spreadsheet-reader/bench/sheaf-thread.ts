import { parentPort } from 'node:worker_threads';
import { measureFiles } from './peer-program';
import { readWorkbook } from './read-workbook';

/** Our reader in a thread that stays: answers each list of files with the measurement of reading them. */
parentPort!.on('message', (files: readonly string[]) => {
  void measureFiles(files, readWorkbook).then((measurement) => {
    parentPort!.postMessage(measurement);
  });
});
