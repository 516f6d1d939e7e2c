import { nowhere } from '../../../src/domain/documents/document';
import { readableText } from '../../../src/domain/documents/readable-text';
import { tableLine } from 'document-reader/blocks';

const table = (text: string, leadLines = 0) =>
  readableText({ type: 'table', text, location: nowhere, leadLines });

it('rows of tables are read as people see them, with every place where it was', () => {
  const cells = ['Head office\nSpringfield', 'a|b', 'C:\\new\\reports', 'last'];
  const line = tableLine(cells);
  const text = table(`Where | What\n${line}`);
  expect(text.split(/[\s|]+/)).toEqual([
    'Where',
    'What',
    'Head',
    'office',
    'Springfield',
    'a',
    'b',
    'C:',
    'new',
    'reports',
    'last',
  ]);
  expect(text).toHaveLength(`Where | What\n${line}`.length);
  expect(text.indexOf('last')).toBe(text.length - 'last'.length);
});

it.each([
  ['lines before the rows', String.raw`In \\server\reports:` + '\na | b', 1],
  ['a line with another backslash', String.raw`In C:\temp\new:` + '\na | b', undefined],
])('%s keep their backslashes', (_, text, leadLines) => {
  expect(table(text, leadLines)).toBe(text);
});

it('texts of other chunks, and of a spreadsheet beside its cells, keep theirs', () => {
  const text = String.raw`\new`;
  expect(readableText({ type: 'body', text, location: nowhere })).toBe(text);
  const note = { ...nowhere, sheetName: 'Sheet1' };
  expect(readableText({ type: 'table', text, location: note })).toBe(text);
});
