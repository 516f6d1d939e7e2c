import { join } from 'node:path';
import { fileReader, type ReadDocument } from './file-reader';

const { read, readPath } = fileReader();
const folder = join(__dirname, 'fixtures', 'contents');

const titles = [
  '1 Safety',
  '1.1 Before the first use',
  '2 Assembly',
  '2.1 Mounting the pump on its base plate',
  '2.2 Connecting the pressure line',
  '3 Operation',
  '3.1 Filling and venting',
  '3.2 Switching between the two speeds of the motor',
  '4 Maintenance',
  '4.1 Replacing the shaft seal',
  '5 Spare parts',
];

function contentsOf({ chunks }: ReadDocument): string[] {
  return chunks.filter(({ type }) => type === 'table_of_contents').map(({ text }) => text);
}

async function readText(text: string): Promise<ReadDocument> {
  const { documents } = await read(text, 'a.txt');
  return documents[0]!;
}

it.each([
  ['WeasyPrint', 'weasyprint.pdf'],
  ['Typst', 'typst.pdf'],
  ['ReportLab', 'reportlab.pdf'],
  ['fpdf2', 'fpdf2.pdf'],
  ['python-docx', 'python-docx.docx'],
])('takes the table of contents that %s wrote for what it is', async (_, filename) => {
  const { documents } = await readPath(join(folder, filename), filename);
  const [contents, ...others] = contentsOf(documents[0]!);
  expect(others).toEqual([]);
  const entries = contents!.replace(/\s+/g, ' ');
  for (const title of titles) expect(entries).toMatch(new RegExp(`${title} \\d+`));
  expect(contents).not.toMatch(/[.·…]{2}|[.·…] [.·…]/u);
  const bodies = documents[0]!.chunks.filter(({ type }) => type === 'body');
  for (const title of titles)
    expect(bodies.filter(({ text }) => text.startsWith(`${title}\n`))).toHaveLength(1);
});

it.each([
  ['dots', 'Start ........ 3\nUse ............ 12'],
  ['spaced dots', 'Start . . . . . . 3\nUse  .  .  .  .  .  12'],
  ['ellipses', 'Start ……… 3\nUse ……… 12'],
  ['middle dots', 'Start ······ 3\nUse ······ 12'],
  ['underscores', 'Start ______ 3\nUse ______ 12'],
  ['hyphens', 'Start ------ 3\nUse ------ 12'],
  ['dots that are cut short', 'Start ........ 3\nUse . . 12'],
])('takes leaders of %s out of a table of contents', async (_, lines) => {
  const document = await readText(`Table of Contents\n\n${lines}\n\nStart\n\nThe text begins here.`);
  expect(contentsOf(document)).toEqual(['Start 3\nUse 12']);
});

it.each([
  ['tabs', 'Start\t3\nUse\t4\nCare\t7'],
  ['blanks', 'Start      3\nUse        4\nCare       7'],
])('takes %s for leaders where the sections follow', async (_, lines) => {
  const document = await readText(`Contents\n\n${lines}\n\nStart\n\nWe begin.\n\nUse\n\nWe go on.`);
  expect(contentsOf(document)).toEqual(['Start 3\nUse 4\nCare 7']);
});

it('reads pages in Roman numbers, and pages of chapters and annexes', async () => {
  const document = await readText(
    'INHALT\n\nVorwort ...... iv\nEinbau ...... 1-1\nBetrieb ...... 2-14\nTafeln ...... A-3',
  );
  expect(contentsOf(document)).toEqual(['Vorwort iv\nEinbau 1-1\nBetrieb 2-14\nTafeln A-3']);
});

it('keeps the first line of a long title, and part headings, with their entries', async () => {
  const document = await readText(
    'Contents\n\nPart one\nHow to switch between\nthe two speeds ........ 4\n\nPart two\n\nCare ........ 9\nParts ....... 11',
  );
  expect(contentsOf(document)).toEqual([
    'Part one\nHow to switch between\nthe two speeds 4\nPart two\nCare 9\nParts 11',
  ]);
});

it.each([
  ['prices', 'Soup ........ 9\nSteak ........ 24\nIce ........ 6\nTea ....... 3'],
  ['prices that ascend', 'Small ........ 9\nMedium ........ 12\nLarge ........ 15'],
  ['amounts', 'Contents\n\nCash ........ 1,204.50\nStock ........ 3,100.00'],
  ['blanks to fill in', 'Name: ........................\nDate: ........................'],
  ['tables', 'Contents\n\nSugar\t12\nSalt\t3\nFlour\t40'],
])('leaves %s to queries, without leaders', async (_, text) => {
  const document = await readText(`${text}\n\nThe text goes on.`);
  expect(contentsOf(document)).toEqual([]);
  expect(document.text).not.toContain('....');
  for (const word of text.match(/[A-Za-z]{4,}|\d+/g)!) expect(document.text).toContain(word);
});

it('reads long runs of leaders in a time that grows with them alone', async () => {
  const document = await readText(
    `${'. '.repeat(200_000)}\n${'a .... '.repeat(30_000)}\n${'1\t'.repeat(50_000)}`,
  );
  expect(contentsOf(document)).toEqual([]);
});
