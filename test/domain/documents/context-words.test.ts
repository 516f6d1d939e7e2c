import {
  documentWords,
  embeddedText,
  nameWords,
  queriedDocumentWords,
} from '../../../src/domain/documents/context-words';
import { nowhere } from '../../../src/domain/documents/document';

const chunk = (text: string, headingPath: string[] = []) => ({
  type: 'body' as const,
  text,
  location: nowhere,
  headingPath,
});

test.each([
  ['ACME_2018_10K.pdf', 'ACME 2018 10K'],
  ['AnnualReport2018.pdf', 'AnnualReport2018 Annual Report 2018'],
  ['BESTFOODS_2023Q4_EARNINGS.pdf', 'BESTFOODS 2023Q4 2023 Q4 EARNINGS'],
  ['Geschäftsbericht FY2019 (final).docx', 'Geschäftsbericht FY2019 FY 2019 final'],
  ['v1.2 notes.txt', 'v1 2 notes'],
  ['3M.pdf', '3M'],
  ['20180131.csv', '20180131'],
  ['年度报告.pdf', '年度报告'],
  ['.pdf', ''],
])('the name %s is read as %j', (filename, words) => {
  expect(nameWords(filename)).toBe(words);
});

test('a document is told by its name, and by the years and missing words of its title', () => {
  const document = { filename: 'acme.pdf', title: 'Acme Annual Report 2018' };
  expect(documentWords(document, 'The annual plan of 2018')).toBe('acme report 2018');
  expect(documentWords({ filename: 'a_b.txt', title: null }, '')).toBe('a b');
});

test('a query names a document by its year without a prefix, and by joined words', () => {
  const words = queriedDocumentWords('Best Foods FY2018 capital expenditure').split(' ');
  expect(words).toEqual(expect.arrayContaining(['2018', 'BestFoods', 'capital', 'expenditure']));
  expect(queriedDocumentWords('x'.repeat(4_000))).toBe('x'.repeat(4_000));
});

test.each([
  ['name and headings', 'ACME_2018_10K.pdf', null, ['Cash flows'], 'ACME 2018 10K: Cash flows\nRow 1'],
  ['a title', '0001104659.pdf', 'Acme report', [], 'Acme report\nRow 1'],
  ['only the nearest headings', 'a1b2c3d4e5.pdf', null, ['Part', 'Item', 'Note'], 'Item: Note\nRow 1'],
  ['nothing where the name is one of a program', 'document-7.txt', null, [], 'Row 1'],
  ['nothing where a year is all of the name', '2018.txt', null, [], 'Row 1'],
  ['nothing that the text says itself', 'row.txt', 'Row 1', ['Row'], 'Row 1'],
])('a text is embedded behind %s', (_, filename, title, headings, expected) => {
  expect(embeddedText({ filename, title }, chunk('Row 1', headings))).toBe(expected);
});

test('the line before an embedded text is short, whatever the document is called', () => {
  const document = { filename: `${'long name '.repeat(500)}.pdf`, title: 'A long title '.repeat(40) };
  const text = embeddedText(document, chunk('Body', ['Heading '.repeat(99)]));
  expect(text.length).toBeLessThan(300);
  expect(text.endsWith('Body')).toBe(true);
});
