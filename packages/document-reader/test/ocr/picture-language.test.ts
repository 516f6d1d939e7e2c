import { parsePdf } from '../../src/pdf/parse-pdf';
import { line, lines, makePdf } from '../pdf/make-pdf';
import { readBytes, textOf } from '../pdf/read-bytes';
import { printed } from './sample-image';

const german = ['Größere Mängel: über die', 'Türschlösser hinaus üblich'];
const written = ['Die Gewährleistung dauert zwei Jahre', 'und beginnt mit der Übergabe.'];

/** A PDF of a page of text, if any, and one that is a picture of German text. */
async function halfScanned(text: readonly string[]): Promise<Buffer> {
  const print = german.map((words, at) => line(words, 40, 85 - at * 22, { size: 12 })).join('');
  const size: [number, number] = [400, 120];
  const image = await printed(print, size);
  const scan = { content: 'q 400 0 0 120 0 0 cm /I Do Q', size, image };
  return makePdf(text.length === 0 ? [scan] : [{ content: lines(text, 40, 85), size }, scan]);
}

async function readScan(text: readonly string[], options: Parameters<typeof readBytes>[2]) {
  const { blocks, pages, warnings } = await readBytes(parsePdf, await halfScanned(text), options);
  const found = blocks.filter(({ page, kind }) => page === pages.length - 1 && kind !== 'figure');
  return { text: found.map(textOf).join(' '), warnings };
}

it('is the language of the pages that have text', async () => {
  const asked: string[][] = [];
  const mainLanguage = (texts: readonly string[]) => {
    asked.push([...texts]);
    return 'de';
  };
  const { text, warnings } = await readScan(written, { mainLanguage });
  expect(text).toBe(german.join(' '));
  expect(warnings).toEqual([]);
  expect(asked).toEqual([[expect.stringContaining('Gewährleistung'), '']]);
});

it('is the one that the caller names, whatever the pages say', async () => {
  const { text } = await readScan(written, { ocrLanguage: 'de', mainLanguage: () => 'en' });
  expect(text).toBe(german.join(' '));
});

it('is English where no page has text', async () => {
  const { text, warnings } = await readScan([], {});
  expect(text).toMatch(/hinaus/);
  expect(text).not.toContain('Türschlösser');
  expect(warnings).toEqual([]);
});

it('is English, with a warning, where its data is not installed', async () => {
  const { text, warnings } = await readScan([], { ocrLanguage: 'hu' });
  expect(text).toMatch(/hinaus/);
  expect(warnings).toEqual([
    'Text in pictures was read as English, because OCR data for Hungarian is not installed.',
  ]);
});
