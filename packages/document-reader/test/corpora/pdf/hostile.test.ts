import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { parsePdf } from '../../../src/pdf/parse-pdf';
import { line, makePdf, stream, writeObjects } from '../../pdf/make-pdf';
import { readBytes, textOf } from '../../pdf/read-bytes';

const report = readFileSync(join(__dirname, '../../pdf/fixtures/report.pdf'));
const pageOf = (resources: string) =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<${resources}>>>>`;
const head = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[3 0 R]>>'];
const form = (content: string, next: number) =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</X ${next} 0 R>>>>`);

describe('a file that is no sound PDF', () => {
  it.each([
    ['nothing but its mark', Buffer.from('%PDF-1.7\n')],
    ['noise behind its mark', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000, 'x1 0 ob')])],
    [
      'a page tree without pages',
      writeObjects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 0/Kids[]>>']),
    ],
    [
      'forms in forms in forms',
      writeObjects([
        ...head,
        pageOf('/XObject<</X 5 0 R>>'),
        stream('/X Do'),
        ...Array.from({ length: 30 }, (_, index) => form('/X Do /X Do', index + 6)),
        form('0 0 m 9 9 l S', 5),
      ]),
    ],
  ])('is refused: %s', async (_, bytes) => {
    await expect(readBytes(parsePdf, bytes)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('that lost its end is read all the same', async () => {
    const { blocks } = await readBytes(parsePdf, report.subarray(0, report.lastIndexOf('xref')));
    expect(blocks.map(textOf)).toContain('Harbour report');
  });

  it('that lost its end with the catalogue gives the pages that are left', async () => {
    const made = makePdf([
      { content: line('First page', 72, 700) },
      { content: line('Second page', 72, 700) },
    ]);
    const cut = made.subarray(made.indexOf('2 0 obj'), made.lastIndexOf('xref'));
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), cut]);
    const { blocks } = await readBytes(parsePdf, bytes);
    expect(blocks.map(textOf)).toEqual(['First page', 'Second page']);
  });
});

describe('a hostile file', () => {
  it('with a loop in its page tree ends', async () => {
    const bytes = writeObjects([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 5/Kids[2 0 R 2 0 R]>>',
    ]);
    const { blocks, pages } = await readBytes(parsePdf, bytes);
    expect(blocks).toEqual([]);
    expect(pages.length).toBeLessThanOrEqual(5);
  });

  it('with a page tree that is 20,000 levels deep ends', async () => {
    const levels = Array.from({ length: 20_000 }, (_, at) => `<</Type/Pages/Count 1/Kids[${at + 3} 0 R]>>`);
    const bytes = writeObjects([head[0]!, ...levels, '<</Type/Page/MediaBox[0 0 9 9]>>']);
    expect((await readBytes(parsePdf, bytes)).blocks).toEqual([]);
  });

  it('with more pages than are read of one is refused', async () => {
    const kids = Array.from({ length: 50_001 }, () => '3 0 R').join(' ');
    const pages = `<</Type/Pages/Count 50001/Kids[${kids}]>>`;
    const bytes = writeObjects([head[0]!, pages, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>']);
    await expect(readBytes(parsePdf, bytes)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('with a script has its text read and its script left alone', async () => {
    const script = '/OpenAction<</S/JavaScript/JS(while\\(true\\){})>>';
    const { blocks } = await readBytes(parsePdf, makePdf([{ content: line('Safe text', 72, 700) }], script));
    expect(blocks.map(textOf)).toEqual(['Safe text']);
  });

  it('with a picture of 50,000 by 50,000 pixels has its text read, and a warning', async () => {
    const image = stream(
      deflateSync(Buffer.alloc(1_000_000)),
      '/Type/XObject/Subtype/Image/Width 50000/Height 50000/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode',
    );
    const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
    const content = `${line('Above the bomb', 72, 700)}500 0 0 500 50 50 cm /I Do`;
    const page = pageOf('/XObject<</I 5 0 R>>/Font<</F 6 0 R>>');
    const told = await readBytes(parsePdf, writeObjects([...head, page, stream(content), image, font]));
    expect(told.blocks.map(textOf)).toContain('Above the bomb');
    expect(told.warnings).toHaveLength(1);
    expect(told.figures).toEqual([]);
  });

  it('whose second page inflates past all memory loses that page only', async () => {
    const bomb = deflateSync(Buffer.alloc(700_000_000, ' '), { level: 9 });
    const texts = ['Before', 'After'].map((text) => stream(line(text, 72, 700)));
    const page = (at: number) =>
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${at} 0 R/Resources<</Font<</F 9 0 R>>>>>>`;
    const objects = [
      head[0]!,
      '<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]>>',
      ...[6, 7, 8].map(page),
      texts[0]!,
      stream(bomb, '/Filter/FlateDecode'),
      texts[1]!,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ];
    const { blocks, pages, warnings } = await readBytes(parsePdf, writeObjects(objects));
    expect(blocks.map(textOf)).toEqual(['Before', 'After']);
    expect(pages.map(({ page: index }) => index)).toEqual([0, 1, 2]);
    expect(warnings).toHaveLength(1);
  });
});

describe('an encrypted file', () => {
  /**
   * Standard security handler, revision 2 (ISO 32000-1, 7.6.3): 40-bit RC4 keys, of no worth but made in a
   * few lines.
   */
  function encrypted(userPassword: string): Buffer {
    const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
    const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
    const id = Buffer.alloc(16, 7);
    const owner = Buffer.alloc(32, 3);
    const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
    const padded = Buffer.concat([Buffer.from(userPassword), padding]).subarray(0, 32);
    const key = md5(padded, owner, permissions, id).subarray(0, 5);
    const rc4 = (secret: Buffer, data: Buffer) => {
      const state = Array.from({ length: 256 }, (_, index) => index);
      for (let i = 0, j = 0; i < 256; i++) {
        j = (j + state[i]! + secret[i % secret.length]!) & 255;
        [state[i], state[j]] = [state[j]!, state[i]!];
      }
      let [i, j] = [0, 0];
      return data.map((byte) => {
        i = (i + 1) & 255;
        j = (j + state[i]!) & 255;
        [state[i], state[j]] = [state[j]!, state[i]!];
        return byte ^ state[(state[i]! + state[j]!) & 255]!;
      });
    };
    const objectKey = md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10);
    const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString('hex')}>`;
    const encryption = `<</Filter/Standard/V 1/R 2/O ${hex(owner)}/U ${hex(rc4(key, padding))}/P -4>>`;
    return writeObjects(
      [
        ...head,
        pageOf('/Font<</F 5 0 R>>'),
        stream(Buffer.from(rc4(objectKey, Buffer.from(line('Open to all', 72, 700))))),
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
        encryption,
      ],
      `/Encrypt 6 0 R/ID[${hex(id)}${hex(id)}]`,
    );
  }

  it('is refused where it needs a password', async () => {
    await expect(readBytes(parsePdf, encrypted('secret'))).rejects.toMatchObject({ code: 'encrypted' });
  });

  it('is read where the empty password opens it', async () => {
    expect((await readBytes(parsePdf, encrypted(''))).blocks.map(textOf)).toEqual(['Open to all']);
  });
});
