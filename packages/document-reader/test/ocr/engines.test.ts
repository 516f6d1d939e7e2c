import { spawnSync } from 'node:child_process';
import { type GreyImage } from '../../src/ocr/grey-image';
import { openTesseractProgram } from '../../src/ocr/tesseract-program';
import { openTesseractWasm } from '../../src/ocr/tesseract-wasm';
import { readTsv } from '../../src/ocr/read-tsv';
import { line } from '../pdf/make-pdf';
import { printed, sampleLines, sampleImage } from './sample-image';

const installed = spawnSync('/bin/sh', ['-c', 'command -v tesseract']).status === 0;

async function greyOf(): Promise<GreyImage> {
  const { width, height, grey } = await sampleImage();
  return { width, height, pixels: grey, dotsPerInch: 150 };
}

describe.each([
  ['packaged', () => openTesseractWasm(null), describe],
  ['installed', async () => (await openTesseractProgram(null))!, installed ? describe : describe.skip],
] as const)('the %s engine', (_, open, suite) => {
  suite('(where there is one)', () => {
    it('tells words with their places, lines and confidence', async () => {
      const engine = await open();
      try {
        const words = await engine.recognise(await greyOf());
        expect(words.map((word) => word.text).join(' ')).toBe(sampleLines.join(' '));
        expect(new Set(words.map((word) => word.line)).size).toBe(sampleLines.length);
        for (const { confidence, left, top, width, height } of words) {
          expect(confidence).toBeGreaterThan(0.5);
          expect(Math.min(left, top, width, height)).toBeGreaterThan(0);
        }
      } finally {
        await engine.close();
      }
    });

    it('finds no words on white paper', async () => {
      const engine = await open();
      try {
        const pixels = new Uint8Array(400 * 300).fill(255);
        expect(await engine.recognise({ width: 400, height: 300, pixels, dotsPerInch: 0 })).toEqual([]);
      } finally {
        await engine.close();
      }
    });
  });
});

describe('the packaged engine, by the data of a language', () => {
  const texts: readonly [language: string, lines: readonly string[]][] = [
    [
      'de',
      [
        'Für größere Mängel haftet der Verkäufer über die',
        'übliche Gewährleistung hinaus, außer bei Öfen und',
        'Türschlössern, die häufig geölt werden müssen.',
      ],
    ],
    [
      'fr',
      [
        'Le garçon a goûté à la crème brûlée près du château,',
        'où la forêt cachait déjà les bœufs et les ânes de la',
        'vallée; Noël fut fêté dès que la neige eut fondu.',
      ],
    ],
    ['es', ['El señor Muñoz pidió más información sobre', 'las pequeñas líneas de crédito el año pasado.']],
    [
      'it',
      ['La città è più bella di notte, perché le luci', 'si riflettono là dove il fiume curva però piano.'],
    ],
    [
      'pt',
      ['A produção de maçãs não alcançou as previsões', 'da região, porém as exportações são estáveis.'],
    ],
    ['nl', ['De coördinatie van de reünie ging vóór alles,', 'hoewel één financiële bijdrage werd geïnd.']],
  ];
  const codesOfWindows1252: Readonly<Record<string, number>> = { œ: 0x9c };
  const printable = (text: string) =>
    text.replace(/[^\0-\xff]/g, (letter) => String.fromCharCode(codesOfWindows1252[letter]!));

  async function recognised(language: string | null, lines: readonly string[]): Promise<string> {
    const content = lines.map((text, at) => line(printable(text), 40, 85 - at * 22, { size: 12 })).join('');
    const { width, height, grey } = await printed(content, [400, 120]);
    const engine = await openTesseractWasm(language);
    try {
      const words = await engine.recognise({ width, height, pixels: grey, dotsPerInch: 150 });
      return words.map(({ text }) => text).join(' ');
    } finally {
      await engine.close();
    }
  }

  it.each(texts)('reads each letter of a text in %s', async (language, lines) => {
    expect(await recognised(language, lines)).toBe(lines.join(' '));
  });

  it('reads letters wrong by the data of another language', async () => {
    const [, german] = texts[0]!;
    expect(await recognised('en', german)).not.toBe(german.join(' '));
  });
});

it('reads words of the table and nothing else', () => {
  const tsv = [
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
    '3\t1\t1\t1\t0\t0\t5\t5\t90\t40\t-1\t',
    '4\t1\t1\t1\t1\t0\t5\t5\t90\t20\t-1\t',
    '5\t1\t1\t1\t1\t1\t5\t6\t40\t18\t96.5\tPier',
    '5\t1\t1\t1\t1\t2\t50\t6\t40\t18\t12\t ',
    '4\t1\t1\t1\t2\t0\t5\t25\t90\t20\t-1\t',
    '5\t1\t1\t1\t2\t1\t5\t26\t40\t18\t80\tships',
  ].join('\n');
  const place = { width: 40, height: 18, left: 5, paragraph: 0 };
  expect(readTsv(tsv)).toEqual([
    { ...place, text: 'Pier', confidence: 0.965, top: 6, line: 0 },
    { ...place, text: 'ships', confidence: 0.8, top: 26, line: 1 },
  ]);
});
