import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileReader, type ReadDocument } from '../../../parsing/document/file-reader';

const { read, readPath } = fileReader();
const folder = join(__dirname, '../../../parsing/document/fixtures/pictures');
const sign = readFileSync(join(folder, 'sign.png'));
const lines = ['Pressure valve opens at 7 bar', 'Check the gasket every month', 'Serial number QX 4711'];

const figuresOf = ({ chunks }: ReadDocument) => chunks.filter(({ type }) => type === 'figure');

const page = (picture: Buffer) =>
  `<h1>Boiler</h1><p>Before.</p><img src="data:image/png;base64,${picture.toString('base64')}"><p>Behind.</p>`;

describe('advanced', () => {
  it.each(['python-docx.docx', 'python-pptx.pptx', 'ebooklib.epub', 'page.html'])(
    'recognises the pictures of %s where they stand, which basic does not',
    async (filename) => {
      const path = join(folder, filename);
      const plain = (await readPath(path, filename)).documents[0]!;
      expect(plain).toMatchObject({ hasOcr: false });
      expect(plain.text).not.toContain('gasket');
      const advanced = (await readPath(path, filename, { ocrAllPages: true })).documents[0]!;
      expect(advanced).toMatchObject({ hasOcr: true });
      expect(advanced.characters).toBeGreaterThan(plain.characters);
      const [figure, ...others] = figuresOf(advanced);
      for (const line of lines) expect(figure!.text).toContain(line);
      expect(figure).toMatchObject({ origin: 'ocr' });
      expect(figure!.regions).toHaveLength(1);
      // A picture on several slides is read once.
      expect(others.map(({ text }) => text).join()).not.toContain('gasket');
    },
  );

  it('marks the page of a slide whose picture it recognised', async () => {
    const { documents } = await readPath(join(folder, 'python-pptx.pptx'), 'a.pptx', { ocrAllPages: true });
    expect(documents[0]!.pages.map(({ ocr, text }) => [ocr, text.includes('gasket')])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  const german = ['Überdruckventil öffnet bei 7 bar', 'Öl nachfüllen', 'Größe der Düse: für Außengewinde'];
  const germanSign = readFileSync(join(folder, 'sign-de.png'));
  const germanText =
    'Die Anleitung beschreibt, wie der Kessel gewartet wird, und nennt die Fristen, in denen seine Teile zu prüfen sind.';

  it('recognises a picture in the language of the text around it', async () => {
    const html = page(germanSign).replace('Before.', germanText);
    const { documents, warnings } = await read(html, 'a.html', { ocrAllPages: true });
    for (const words of german) expect(documents[0]!.text).toContain(words);
    expect(warnings).toEqual([]);
  });

  it('recognises a picture in the language that is asked for, whatever the text says', async () => {
    const { documents } = await read(page(germanSign), 'a.html', { ocrAllPages: true, ocrLanguage: 'de' });
    for (const words of german) expect(documents[0]!.text).toContain(words);
    const english = await read(germanSign, 'sign.png', { ocrLanguage: 'en' });
    expect(english.documents[0]!.text).not.toContain('Außengewinde');
  });

  it('recognises nothing in files without pictures', async () => {
    const { documents, warnings } = await read('<p>Words alone.</p>', 'a.html', { ocrAllPages: true });
    expect(documents[0]).toMatchObject({ hasOcr: false });
    expect(warnings).toEqual([]);
  });

  const header = (width: number, height: number) => {
    const head = Buffer.from(sign);
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
    return head;
  };
  it.each([
    ['that is cut off', sign.subarray(0, 200), true],
    ['that declares a billion pixels', header(100_000, 10_000), true],
    ['that is no picture', Buffer.from('not a picture at all'), false],
  ])('keeps the text around a picture %s', async (_, picture, warns) => {
    const { documents, warnings } = await read(page(picture), 'a.html', { ocrAllPages: true });
    expect(documents[0]!.text).toContain('Before.');
    expect(documents[0]!.text).toContain('Behind.');
    expect(warnings).toEqual(warns ? ['The text in some pictures of the file could not be recognised.'] : []);
  });
});
