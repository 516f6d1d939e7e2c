import { charsetOfCodePage, charsetOfLabel } from '../../src/text/charset-label';
import { decodeAll } from '../../src/text/text-decoder';

describe('charsetOfLabel reads a label as the Encoding Standard has it', () => {
  it.each([
    ['iso-8859-1', '80 93 e4', '€“ä'],
    ['US-ASCII', '93 81 94', '“\x81”'],
    ['latin1', '96', '–'],
    [' ISO_8859-1:1987 ', '85', '…'],
    ['iso-8859-9', '80 fe', '€ş'],
    ['iso-8859-11', '80 a1', '€ก'],
    ['iso-8859-8-i', 'e0', 'א'],
    ['ks_c_5601-1987', '8c 63 b9 e6', '똠방'],
    ['euc-kr', '8c 63', '똠'],
    ['gb2312', 'd6 ec e9 46', '朱镕'],
    ['GBK', '80', '€'],
    ['shift_jis', '87 40 81 60 fa 54', '①～￢'],
    ['x-sjis', '82 a0 b1', 'あｱ'],
    ['euc-jp', 'ad a1 8e b1 8f b0 a1', '①ｱ丂'],
    ['big5', 'f9 d6 87 40', '碁䏰'],
    ['x-mac-roman', '8a db', 'ä€'],
    ['macintosh', '8e', 'é'],
    ['x-mac-cyrillic', 'ff', '€'],
    ['koi8-r', 'c1', 'а'],
    ['cp866', '80', 'А'],
    ['utf-16', '41 00', 'A'],
  ])('%s', (label, hex, text) => {
    expect(decodeAll(Buffer.from(hex.replaceAll(' ', ''), 'hex'), charsetOfLabel(label)!)).toBe(text);
  });

  it('and spellings that the standard lacks', () => {
    const labels = ['ms949', 'cp936', 'x-windows-950', 'ISO8859_2', 'eucJP', 'windows_1250', 'cp50220'];
    expect(labels.map(charsetOfLabel)).toEqual([
      'cp949',
      'gb18030',
      'big5-hkscs',
      'iso-8859-2',
      'euc-jp',
      'windows-1250',
      'iso-2022-jp',
    ]);
  });

  it('but no name of a transfer encoding, of a number without a table, or of nothing', () => {
    const labels = ['base64', 'hex', 'binary', 'cp99999', 'constructor', '__proto__', '', 'x-unknown'];
    expect(labels.map(charsetOfLabel)).toEqual(labels.map(() => null));
    expect([0, 1, 42, 99_999].map(charsetOfCodePage)).toEqual([null, null, null, null]);
  });
});
