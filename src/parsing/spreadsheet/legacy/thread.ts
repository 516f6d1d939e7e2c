import { parentPort, workerData } from 'node:worker_threads';
import { type LegacyAnswer, type LegacyFailure, type LegacyRequest } from './messages';
import { openSheetjsWorkbook } from './sheetjs-workbook';

/**
 * Thread of the child process: opens the workbook at the path that it is given and answers questions about
 * it.
 */
const opened = openSheetjsWorkbook(workerData as string);

parentPort!.on('message', (request: LegacyRequest) => {
  opened
    .then((answer) => {
      post(answer(request));
    })
    .catch((error: unknown) => {
      post({ failure: String(error) });
    });
});

/** As JSON, because a text passes through two hops for far less than the same in objects. */
function post(answer: LegacyAnswer | LegacyFailure): void {
  parentPort!.postMessage(JSON.stringify(answer));
}
