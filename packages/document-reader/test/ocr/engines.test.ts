import { spawnSync } from 'node:child_process';
import { type GreyImage } from '../../src/ocr/grey-image';
import { ocrLanguage } from '../../src/ocr/ocr-languages';
import { openTesseractProgram } from '../../src/ocr/tesseract-program';
import { openTesseractWasm } from '../../src/ocr/tesseract-wasm';
import { readTsv } from '../../src/ocr/read-tsv';
import { sampleLines, sampleImage } from './sample-image';

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

it.each([
  ['de-CH', ['eng', 'deu'], 'deu+eng'],
  ['de', ['eng'], 'eng'],
  ['en-GB', ['eng'], 'eng'],
  ['x-unknown', ['eng'], 'eng'],
  [null, ['eng', 'deu'], 'eng'],
])('asks for %s with %p by the name %s', (tag, languages, name) => {
  expect(ocrLanguage(tag, languages)).toBe(name);
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
