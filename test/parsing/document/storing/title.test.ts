import { line, makePdf, moreAt } from '../../../../packages/document-reader/test/pdf/make-pdf';
import { fileReader } from '../file-reader';

const { read } = fileReader();

const cover =
  line('For the fiscal year ended December 31, 2021', 72, 600) +
  line('ANNUAL REPORT', 72, 700, { size: 22, bold: true }) +
  line('Alder Freight, Inc.', 72, 660, { size: 16, bold: true });

it.each([
  ['', 'ANNUAL REPORT, Alder Freight, Inc., fiscal year ended December 31, 2021'],
  ['Untitled', 'ANNUAL REPORT, Alder Freight, Inc., fiscal year ended December 31, 2021'],
  ['Freight in 2021', 'Freight in 2021, Alder Freight, Inc., fiscal year ended December 31, 2021'],
])('a PDF with the title %j and a cover is called %j', async (title, expected) => {
  const pages = [{ content: cover }, { content: line('The year began well.', 72, 700) }];
  const info = `/Info ${moreAt(pages.length)} 0 R`;
  const { documents } = await read(makePdf(pages, '', [`<</Title(${title})>>`], info), '17.pdf');
  expect(documents[0]!.title).toBe(expected);
});
