import { type Block, placeless } from 'document-reader/blocks';
import { createCoverPage } from '../../../../src/parsing/document/storing/cover-page';

const on = (page: number | null) => ({
  heading: (text: string, level = 1): Block => ({ ...placeless, page, kind: 'heading', level, text }),
  text: (text: string): Block => ({ ...placeless, page, kind: 'paragraph', text }),
});
const { heading, text } = on(0);

function factsOf(blocks: readonly Block[]) {
  const cover = createCoverPage();
  for (const block of blocks) cover.add(block);
  return cover.facts();
}

it('has the largest text as title, over several lines, and the company and period of a cover', () => {
  const blocks = [
    text('To all masters'),
    heading('Harbour Dues, Inc.', 2),
    heading('Annual'),
    heading('Report'),
    text('For the fiscal year ended December 31, 2021'),
    heading('Elsewhere'),
  ];
  expect(factsOf(blocks)).toEqual({
    title: 'Annual Report',
    body: 'Harbour Dues, Inc.',
    period: 'fiscal year ended December 31, 2021',
  });
});

it.each([
  ['FORM 10-K\nFor the transition period ended June 30, 2019', 'transition period ended June 30, 2019'],
  ['Interim report for the nine months ended 30 September 2022', 'nine months ended 30 September 2022'],
  ['Geschäftsbericht für das Geschäftsjahr 2020/21', 'Geschäftsjahr 2020/21'],
  ['Comptes de l’exercice clos le 31 décembre 2023', 'exercice clos le 31 décembre 2023'],
  ['Results FY2024', 'FY2024'],
  ['March 2018', 'March 2018'],
  ['© 2018 The harbour office', null],
  ['Act No. 7 of 1998', null],
  ['A text without any', null],
])('finds the period in %j: %j', (line, period) => {
  expect(factsOf([text(line)]).period).toBe(period);
});

it.each([
  ['Millbrook Orchards Ltd', 'Millbrook Orchards Ltd'],
  ['MILLBROOK ORCHARDS AG', 'MILLBROOK ORCHARDS AG'],
  ['Northport S.p.A.', 'Northport S.p.A.'],
  ['Northport\n(Exact name of registrant as specified in its charter)', 'Northport'],
  ['We sell it as se', null],
  [`${'The keepers of the orchard met with those of the mill and with '.repeat(3)} Mill Inc.`, null],
])('finds the company in %j: %j', (lines, body) => {
  expect(factsOf([text(lines)]).body).toBe(body);
});

it('takes neither company nor bare year from a page full of text', () => {
  const page = [text('Mill Inc.'), text('June 2021'), text('word '.repeat(200))];
  expect(factsOf(page)).toMatchObject({ body: null, period: null });
});

it('reads the first page alone, and no document without pages', () => {
  expect(factsOf([on(1).heading('Mill Inc.'), on(null).heading('Mill Ltd')])).toEqual({
    title: null,
    body: null,
    period: null,
  });
});

it('is bounded in lines', () => {
  const cover = createCoverPage();
  for (let at = 0; at < 5_000; at++) cover.add(text('x\n'.repeat(50)));
  cover.add(text('Mill Inc.'));
  expect(cover.facts().body).toBeNull();
});
