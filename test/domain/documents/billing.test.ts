import { billedPagesOf, indexCredits } from '../../../src/domain/documents/billing';

const document = { pageCount: 4, characters: 9_000, modality: 'document', hasOcr: false } as const;

it.each([
  ['a PDF file, whose pages are images', { fileType: 'pdf' }, 4, 4],
  ['a picture', { fileType: 'png', modality: 'image', pageCount: 1 }, 1, 1],
  ['a file in whose pictures text was recognised', { fileType: 'pptx', hasOcr: true }, 4, 4],
  ['a file in whose pictures nothing was recognised', { fileType: 'pptx' }, 4, 2],
  ['a file without pages', { fileType: 'docx', pageCount: null }, 3, 1.5],
] as const)('advanced bills %s by what it looked at', (_, facts, pages, credits) => {
  const billed = billedPagesOf([{ ...document, ...facts }]);
  expect(billed.pages).toBe(pages);
  expect(indexCredits(billed, 'advanced')).toBe(credits);
  expect(indexCredits(billed, 'basic')).toBe(pages / 2);
});

it('adds up the pages of the documents of a file', () => {
  const billed = billedPagesOf([
    { ...document, fileType: 'eml' },
    { ...document, fileType: 'pdf' },
  ]);
  expect(billed).toEqual({ pages: 8, basicPages: 4 });
});
