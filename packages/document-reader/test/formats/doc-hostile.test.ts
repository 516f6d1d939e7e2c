import { writeCompoundFile } from '../../../spreadsheet-reader/test/xls/compound-file-writer';
import { docStreams, sprm, type TestParagraph } from './doc-writer';
import { blockReader } from './read-blocks';

const read = blockReader();

describe('a Word document of 97 to 2003', () => {
  it('whose bytes are changed anywhere is read or refused with an error of its own', async () => {
    const inTable = sprm(0x2416, 1);
    const body: TestParagraph[] = [
      { runs: ['Some text ', { text: 'of the file', sprms: sprm(0x083c, 1) }], sprms: sprm(0x460b, 1) },
      { runs: ['cell'], mark: '\x07', sprms: inTable },
      { runs: [], mark: '\x07', sprms: Buffer.concat([inTable, sprm(0x2417, 1)]) },
    ];
    const footnotes = [{ runs: ['Note.'] }];
    const styles = [{ builtIn: 1, name: 'heading 1', paragraph: sprm(0x2640, 0) }];
    const { main, table } = docStreams({ body, footnotes, footnoteMarks: [3], styles });
    const whole = Buffer.concat([main, table]);
    for (let at = 0; at < whole.length; at += at < 1_024 || at >= main.length ? 2 : 37) {
      const changed = Buffer.from(whole);
      changed[at] = 0xff;
      const streams = {
        WordDocument: changed.subarray(0, main.length),
        '1Table': changed.subarray(main.length),
      };
      await read(writeCompoundFile(streams)).catch((error: unknown) => {
        expect(error).toMatchObject({ name: 'DocumentError' });
      });
    }
  });
});
