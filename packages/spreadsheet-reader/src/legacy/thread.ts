import { parentPort, workerData } from 'node:worker_threads';
import { type LegacyAnswer, type LegacyFailure, type LegacyRequest } from './messages';
import { openSheetjsWorkbook } from './sheetjs-workbook';

/** Thread of the child process. It opens the workbook at the given path and answers requests about it. */
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

/** As JSON, because a string passes through two hops at far lower cost than objects. */
function post(answer: LegacyAnswer | LegacyFailure): void {
  parentPort!.postMessage(JSON.stringify(answer));
}
