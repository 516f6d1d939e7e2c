import { openLegacy } from '../../../src/legacy';

/** Program of a test: opens a workbook and keeps it open until it is killed. */
void openLegacy(process.argv[2]!).then(() => {
  process.stdout.write('open\n');
});
