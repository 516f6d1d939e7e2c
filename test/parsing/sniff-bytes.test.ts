import { sniffBytes as readerBytes } from 'spreadsheet-reader';
import { sniffBytes } from '../../src/domain/platform/limits';

test('the service keeps as many first bytes of a file as the reader decides its type by', () => {
  expect(sniffBytes).toBe(readerBytes);
});
