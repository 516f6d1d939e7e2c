import { parsePdf } from '../../src/pdf/parse-pdf';
import { line, makePdf, prose, stream, writeObjects } from './make-pdf';
import { readBytes, textOf } from './read-bytes';

const textsOf = async (content: string, size?: [number, number]) =>
  (await readBytes(parsePdf, makePdf([{ content, ...(size && { size }) }]))).blocks.map(textOf);

it('keeps lines of a font apart whose boxes reach over several lines, as those of Cambria', async () => {
  const content = ['Boats in the harbour and', 'masters of the other ones'].map(
    (text, at) => `BT /T 10 Tf 1 0 0 1 72 ${698 - at * 10} Tm (${text}) Tj ET\n`,
  );
  const widths = Array.from({ length: 95 }, () => 500).join(' ');
  const bytes = writeObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</T 5 0 R>>>>>>',
    stream(content.join('')),
    `<</Type/Font/Subtype/TrueType/BaseFont/Tall/FirstChar 32/LastChar 126/Widths[${widths}]` +
      '/Encoding/WinAnsiEncoding/FontDescriptor 6 0 R>>',
    '<</Type/FontDescriptor/FontName/Tall/Flags 32/FontBBox[-1475 -2463 2867 3117]/ItalicAngle 0' +
      '/Ascent 3117/Descent -2463/CapHeight 644/StemV 80>>',
  ]);
  const { blocks } = await readBytes(parsePdf, bytes);
  expect(blocks.map(textOf)).toEqual(['Boats in the harbour and masters of the other ones']);
});

it('reads words once that are drawn twice at one place', async () => {
  const drawn = line('Harbour office', 72, 720);
  const texts = await textsOf(drawn + prose + drawn);
  expect(texts[0]).toBe('Harbour office');
});

it('takes an accented letter for no ligature where the font also stands condensed', async () => {
  const content =
    `BT /F 11 Tf 60 Tz 1 0 0 1 72 700 Tm (nur ruhig und gut) Tj ET\n` +
    'BT /F 11 Tf 100 Tz 1 0 0 1 72 660 Tm (gut f\xfcr uns) Tj ET\n';
  expect((await textsOf(content)).join(' ')).toBe('nur ruhig und gut gut für uns');
});
