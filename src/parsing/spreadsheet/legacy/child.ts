import { type LegacyFailure, type LegacyRequest } from './messages';
import { openSheetjsWorkbook } from './sheetjs-workbook';

/** Program of the child process: opens the workbook that its argument names and answers until it is killed. */
const opened = openSheetjsWorkbook(process.argv[2]!);

process.on('message', (request: LegacyRequest) => {
  opened
    .then((answer) => process.send!(answer(request)))
    .catch((error: unknown) => {
      const failure: LegacyFailure = { failure: String(error) };
      process.send!(failure);
    });
});
// The reader is gone.
process.on('disconnect', () => process.exit());
