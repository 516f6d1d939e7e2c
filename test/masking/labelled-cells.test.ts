import { labelledCells, valuesOfCells } from '../../src/masking/labelled-cells';
import { createClassifier } from '../../src/privacy';

const classifier = createClassifier(
  { fields: [], instructions: null },
  { embed: () => Promise.reject(new Error('nothing to compare')) },
);

/** Values that the engine finds in the labelled cells of a table. */
async function valuesIn(table: string): Promise<string[]> {
  const labelled = labelledCells(table);
  if (labelled === null) return [];
  const [spans] = await classifier.find([labelled.text], new AbortController().signal);
  return valuesOfCells(labelled, spans!).map(({ text, tag }) => `${tag} ${text}`);
}

test('cells are searched behind the header of their column', async () => {
  const rows = ['Id | Date of birth | Passport | Password', 'a | 1957-11-23 | X4RTL8812 | hunter2-Kx9'];
  const table = [...rows, 'b | 1968-03-17 | C01X00T47 | s3cret-Word', 'c |  |  | '].join('\n');
  expect(await valuesIn(table)).toEqual([
    'DATE_OF_BIRTH 1957-11-23',
    'PASSPORT X4RTL8812',
    'PASSWORD hunter2-Kx9',
    'DATE_OF_BIRTH 1968-03-17',
    'PASSPORT C01X00T47',
    'PASSWORD s3cret-Word',
  ]);
});

test('cells are searched behind the label to their left', async () => {
  expect(await valuesIn('User name: | zquack_1957\nForm | seven\nDate of birth | 23.11.1957')).toEqual([
    'USERNAME zquack_1957',
    'DATE_OF_BIRTH 23.11.1957',
  ]);
});

test('tables whose headers announce nothing are not searched again', () => {
  expect(labelledCells('Region | Units | Last login\nNorth | 120000 | 2026-01-02')).toBeNull();
  expect(labelledCells('')).toBeNull();
});

test('labels in a column are no values of each other', async () => {
  expect(await valuesIn('User name | anna\nForm | seven\nPassword | b0ttle-Cap')).toEqual([
    'USERNAME anna',
    'PASSWORD b0ttle-Cap',
  ]);
});
