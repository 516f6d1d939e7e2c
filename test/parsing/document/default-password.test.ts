import { join } from 'node:path';
import { fileReader } from './file-reader';

const { readPath } = fileReader();
const root = join(__dirname, '../../..');

describe('a workbook with the password that Excel tries by itself', () => {
  it('becomes the document that the plain one becomes', async () => {
    const plain = await readPath(join(root, 'examples/quarterly-report.xlsx'), 'a.xlsx');
    const path = join(root, 'packages/spreadsheet-reader/test/fixtures/default-password-agile.xlsx');
    const { documents, warnings } = await readPath(path, 'a.xlsx');
    expect(documents).toMatchObject([{ fileType: 'xlsx', text: plain.documents[0]!.text }]);
    expect(warnings).toEqual(plain.warnings);
  });
});
