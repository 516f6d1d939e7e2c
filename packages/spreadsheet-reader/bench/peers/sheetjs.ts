import { readFileSync } from 'node:fs';
import { read } from 'xlsx';
import { touchValue } from '../found';
import { runPeerProgram } from '../peer-program';

/**
 * SheetJS at its fastest: dense sheets, and none of the texts and formulas that it makes by default. An error
 * cell's value is a code, which must not count as a number.
 */
void runPeerProgram((path, found) => {
  const book = read(readFileSync(path), {
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
  });
  for (const name of book.SheetNames) {
    // Rows and cells that are blank are holes, which only `forEach` skips.
    book.Sheets[name]?.['!data']?.forEach((row) => {
      row.forEach((cell) => {
        touchValue(found, cell.t === 'e' ? true : cell.v);
      });
    });
  }
  return Promise.resolve();
});
