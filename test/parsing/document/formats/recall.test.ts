import { fileReader } from '../file-reader';
import { messageOf } from '../../../../packages/document-reader/test/formats/messages';
import { docx, epub, pptx, shape } from '../../../../packages/document-reader/test/formats/office-files';

const { read } = fileReader();

/** A known text: sections of paragraphs, every word of it unlike any other. */
const sections = Array.from({ length: 20 }, (_, s) => ({
  title: `Überschrift${s} ti${s}`,
  paragraphs: Array.from({ length: 12 }, (_, p) =>
    Array.from({ length: 90 }, (_, w) => `wört${s}x${p}x${w}${w % 15 === 14 ? '.' : ''}`).join(' '),
  ),
}));
const words = sections.flatMap(({ title, paragraphs }) => [title, ...paragraphs].join(' ').split(' '));
const run = (text: string, style: string) =>
  `<w:p><w:pPr>${style}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const html = sections
  .map(({ title, paragraphs }) => `<h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`)
  .join('');

it.each<[filename: string, bytes: Buffer | string]>([
  ['a.txt', sections.map(({ title, paragraphs }) => [title, ...paragraphs].join('\n\n')).join('\n\n')],
  ['a.html', `<html><body>${html}</body></html>`],
  ['a.md', sections.map(({ title, paragraphs }) => `# ${title}\n\n${paragraphs.join('\n\n')}`).join('\n\n')],
  ['a.json', JSON.stringify(sections)],
  [
    'a.docx',
    docx(
      sections
        .map(({ title, paragraphs }) =>
          [run(title, '<w:outlineLvl w:val="0"/>'), ...paragraphs.map((text) => run(text, ''))].join(''),
        )
        .join(''),
    ),
  ],
  [
    'a.pptx',
    pptx(
      sections.map(
        ({ title, paragraphs }) => shape(title, '<p:ph type="title"/>') + shape(paragraphs.join('\n')),
      ),
    ),
  ],
  ['a.epub', epub(sections.map((_, s) => html.split('<h1>')[s + 1]!).map((chapter) => `<h1>${chapter}`))],
  ['a.eml', messageOf({ subject: 'Known', html })],
])('every word of a known text is in the chunks of %s, once and in its order', async (filename, bytes) => {
  const { documents } = await read(bytes, filename);
  const known = new Set(words);
  const found = documents[0]!.chunks
    .filter(({ type }) => type === 'body')
    .flatMap(({ text }) => text.split(/[\s,]+/))
    .filter((word) => known.has(word));
  expect(found).toEqual(words);
});
