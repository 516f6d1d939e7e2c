import fc from 'fast-check';
import { createRowParser } from '../../src/xlsx/rows/row-parser';
import { createSharedStringParser } from '../../src/xlsx/rows/shared-string-parser';
import { createStringArena } from '../../src/string-arena';
import { createTextCache } from '../../src/text-cache';
import { createUtf8Converter } from '../../src/ooxml/xml/xml-encoding';
import { linesOf } from './read-cells';
import { suiteSeed } from '../../../../test/setup/suite-seed';

const seed = suiteSeed();

const MIB = 1024 * 1024;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('', 'a_x000D_b', ' x ', 'Größe', '日本語', '😀', 'x'.repeat(300)),
);
const escaped = text.map((value) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // oxlint-disable-next-line no-control-regex -- XML has no place for these
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '?'),
);
const content = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ` s="1"><v>${value}</v>`),
  fc.nat(9).map((index) => ` t="s"><v>${index}</v>`),
  fc.boolean().map((value) => ` t="b"><v>${value ? 1 : 0}</v>`),
  escaped.map((value) => ` t="str"><f a="&gt;">1&lt;2</f><v>${value}</v>`),
  escaped.map(
    (value) =>
      ` t='inlineStr' ><is><r><rPr/><t xml:space="preserve">${value}</t></r><rPh><t>no</t></rPh></is>`,
  ),
  escaped.map((value) => ` t="inlineStr"><is><t>${value}</t></is>`),
  escaped.map(
    (value) =>
      ` t="str"><v><![CDATA[${value.replaceAll(']]', '')}]]>${value}</v><!-- ${value.replaceAll('-', '')} -->`,
  ),
  fc.constant(' t="e"><v>#N/A</v>'),
  fc.constant('>'),
);
const row = fc.record({
  step: fc.integer({ min: 1, max: 40_000 }),
  hidden: fc.boolean(),
  prefix: fc.constantFrom('', 'x:'),
  cells: fc.array(content, { maxLength: 8 }),
});

const sheet = fc.array(row, { maxLength: 12 }).map((rows) => {
  let number = 0;
  const xml = rows.map(({ step, hidden, prefix, cells }) => {
    number += step;
    const list = cells.map(
      (cell, column) =>
        `<${prefix}c r="${'ABCDEFGH'[column]!}${number}"${prefixed(cell, prefix)}</${prefix}c>`,
    );
    return `<${prefix}row r="${number}"${hidden ? ' hidden="1"' : ''}>${list.join('\n')}</${prefix}row>`;
  });
  return `<?xml version="1.0"?><!-- head --><worksheet><cols><col/></cols><sheetData>${xml.join('')}</sheetData><mergeCells/></worksheet>`;
});

function prefixed(cell: string, prefix: string): string {
  return prefix === '' ? cell : cell.replace(/<(\/?)(v|f|is|t|r|rPr|rPh)(?=[\s/>])/g, `<$1${prefix}$2`);
}

const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 });

function pieces(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const result: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const length = lengths[index % lengths.length]!;
    result.push(bytes.subarray(at, at + length));
    at += length;
  }
  return result;
}

const strings = createStringArena(100, { bytesMax: MIB, countMax: 1_000 });
for (let index = 0; index < 500; index++) strings.addText(`shared ${index}`);

function rowsOf(parts: readonly Buffer[]): string[] {
  const lines: string[] = [];
  const parser = createRowParser({
    strings,
    dateStyles: Uint8Array.of(0, 1),
    date1904: false,
    cellsMax: 1_000_000,
    cellBytesMax: MIB,
    textCharsMax: 64 * MIB,
    textCache: createTextCache(),
    onRow: (buffer) => lines.push(...linesOf(buffer)),
  });
  for (const part of parts) parser.write(part);
  parser.end();
  return lines;
}

describe('where a part is cut', () => {
  it(`makes no difference to its rows (seed ${seed})`, () => {
    fc.assert(
      fc.property(sheet, cuts, (xml, lengths) => {
        const bytes = Buffer.from(xml);
        expect(rowsOf(pieces(bytes, lengths))).toEqual(rowsOf([bytes]));
      }),
      { seed, numRuns: 300 },
    );
  });

  it(`makes no difference to its rows, byte by byte (seed ${seed})`, () => {
    fc.assert(
      fc.property(sheet, (xml) => {
        const bytes = Buffer.from(xml);
        expect(rowsOf(pieces(bytes, [1]))).toEqual(rowsOf([bytes]));
      }),
      { seed, numRuns: 50 },
    );
  });

  it(`makes no difference to shared strings (seed ${seed})`, () => {
    const items = fc.array(
      fc.oneof(
        escaped.map((value) => `<si><t>${value}</t></si>`),
        escaped.map((value) => `<si><r><t>${value}</t></r><rPh><t>no</t></rPh></si>`),
        fc.constant('<si/>'),
      ),
    );
    const textsOf = (parts: readonly Buffer[], count: number) => {
      const arena = createStringArena(100, { bytesMax: MIB, countMax: 1_000 });
      const parser = createSharedStringParser(arena, MIB);
      for (const part of parts) parser.write(part);
      parser.end();
      return Array.from({ length: count + 1 }, (_, index) => arena.get(index));
    };
    fc.assert(
      fc.property(items, cuts, (list, lengths) => {
        const bytes = Buffer.from(`<sst>${list.join('')}</sst>`);
        const whole = textsOf([bytes], list.length);
        expect(whole.at(-1)).toBeUndefined();
        expect(textsOf(pieces(bytes, lengths), list.length)).toEqual(whole);
      }),
      { seed, numRuns: 200 },
    );
  });

  it.each(['utf16le', 'utf16be'])(
    `makes no difference to the text of a part in %s (seed ${seed})`,
    (encoding) => {
      fc.assert(
        fc.property(text, cuts, (value, lengths) => {
          const marked = Buffer.from(`\ufeff${value}`, 'utf16le');
          const bytes = encoding === 'utf16be' ? marked.swap16() : marked;
          const converter = createUtf8Converter(bytes)!;
          const converted = pieces(bytes, lengths).map((piece) => converter.convert(piece));
          const whole = createUtf8Converter(bytes)!.convert(bytes);
          expect(Buffer.concat(converted).toString()).toBe(whole.toString());
        }),
        { seed },
      );
    },
  );
});
