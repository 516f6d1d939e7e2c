import { isOcrLanguageCovered, missingDataWarning, ocrData } from '../../src/ocr/ocr-languages';

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

it.each<[string | null, string[], string[]]>([
  ['de-CH', ['eng', 'deu'], ['deu', 'eng']],
  ['de', ['eng'], ['eng']],
  ['en-GB', ['eng'], ['eng']],
  ['x-unknown', ['eng'], ['eng']],
  [null, ['eng', 'deu'], ['eng']],
])('asks for %s with %j by the names %j', (tag, installed, data) => {
  expect(ocrData(tag, installed)).toEqual(data);
});

const missing = (language: string) =>
  `Text in pictures was read as English, because OCR data for ${language} is not installed.`;

it.each<[string | null, string[], string | null]>([
  ['de', ['eng'], missing('German')],
  ['sv-FI', ['eng', 'deu'], missing('Swedish')],
  ['ca', ['eng'], missing('Catalan')],
  ['de', ['eng', 'deu'], null],
  ['en', ['eng'], null],
  [null, ['eng'], null],
  ['no language', ['eng'], null],
])('a picture in %s with the data %j is warned of as %j', (tag, installed, warning) => {
  expect(missingDataWarning(tag, installed)).toBe(warning);
});
