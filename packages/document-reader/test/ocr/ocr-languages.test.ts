import { isOcrLanguageCovered } from '../../src/ocr/ocr-languages';

it.each<[string | null, string[], boolean]>([
  [null, ['eng'], true],
  ['en', ['eng'], true],
  ['de-AT', ['eng', 'deu'], true],
  ['ca', ['eng'], true],
  ['ja', ['eng'], false],
  ['ja', ['eng', 'jpn'], true],
  ['ru', ['eng'], false],
  ['no language', ['eng'], false],
])('a picture in %s is read with the data %j: %s', (tag, installed, isCovered) => {
  expect(isOcrLanguageCovered(tag, installed)).toBe(isCovered);
});
