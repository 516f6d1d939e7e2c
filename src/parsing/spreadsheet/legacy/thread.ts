import { parentPort, workerData } from 'node:worker_threads';
import { type LegacyFailure, type LegacyRequest } from './messages';
import { openSheetjsWorkbook } from './sheetjs-workbook';

/** Thread of the child process: opens the workbook at the path that it is given and answers questions about it. */
const opened = openSheetjsWorkbook(workerData as string);

parentPort!.on('message', (request: LegacyRequest) => {
  opened
    .then((answer) => {
      parentPort!.postMessage(answer(request));
    })
    .catch((error: unknown) => {
      parentPort!.postMessage({ failure: String(error) } satisfies LegacyFailure);
    });
});
