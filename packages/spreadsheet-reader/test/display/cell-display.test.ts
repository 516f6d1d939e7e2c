import { CellDisplay } from '../../src/display/cell-display';
import { JsonText } from '../../src/display/json-text';
import { CellKind, type RowBuffer } from '../../src/workbook-reader';

function rowOf(kind: keyof typeof CellKind, value: number | string): RowBuffer {
  return {
    row: 1,
    length: 1,
    hidden: false,
    column: Int32Array.of(0),
    kind: Uint8Array.of(CellKind[kind]),
    style: Int32Array.of(0),
    number: Float64Array.of(typeof value === 'number' ? value : 0),
    text: [typeof value === 'string' ? value : ''],
    formula: Uint8Array.of(0),
  };
}

function shown(
  code: string,
  value: number | string,
  kind: keyof typeof CellKind = 'number',
  date1904 = false,
): string {
  return new CellDisplay({ date1904, formatCode: () => code }).text(rowOf(kind, value), 0);
}

// Checked against LibreOffice 7.4 ("save cell contents as shown"), but for dates before March 1900 and signs
// of zero, where Excel counts, and whole numbers of 16 digits, which are shown in full so that they are found.
describe('numbers are shown in their format', () => {
  it.each<[code: string, value: number, text: string]>([
    ['General', 0, '0'],
    ['General', -12.5, '-12.5'],
    ['General', 0.1 + 0.2, '0.3'],
    ['General', 1 / 3, '0.333333333333333'],
    ['General', 2 / 3, '0.666666666666667'],
    ['General', 12345.678901234567, '12345.6789012346'],
    ['General', 123456789012345, '123456789012345'],
    ['General', 1e15, '1000000000000000'],
    ['General', 4111111111111111, '4111111111111111'],
    ['General', -(2 ** 53 - 1), '-9007199254740991'],
    ['General', 2 ** 53, '9.00719925474099E+15'],
    ['0', 4111111111111111, '4111111111111111'],
    ['#,##0', 4111111111111111, '4,111,111,111,111,111'],
    ['General', 1.5e300, '1.5E+300'],
    ['General', Number.MAX_VALUE, '1.79769313486232E+308'],
    ['General', 0.00001, '0.00001'],
    ['General', 1e-7, '1E-07'],
    ['general', 7, '7'],
    ['', 7, '7'],
    ['@', 7.5, '7.5'],
    ['0', 0.5, '1'],
    ['0', 2.5, '3'],
    ['0.00', 1.005, '1.01'],
    ['0.00', 2.675, '2.68'],
    ['0.00', -0.001, '-0.00'],
    ['#', 5, '5'],
    ['#', -0.2, '-0.2'],
    ['#.00', 0.5, '.50'],
    ['00000', 123, '00123'],
    ['#,##0', 999, '999'],
    ['#,##0', 1000, '1,000'],
    ['#,##0', -1234567.5, '-1,234,568'],
    ['#,##0.00', 1e9, '1,000,000,000.00'],
    ['#,##0.00', 1e14, '100,000,000,000,000.00'],
    ['"$"#,##0.00', -1234.5, '-$1,234.50'],
    ['$#,##0.00;[Red]-$#,##0.00', -1234.5, '-$1,234.50'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', 1234.5, '$1,234.50'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', -1234.5, '$(1,234.50)'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', 0, '$-'],
    ['#,##0.00 [$€-407]', -3, '-3.00 €'],
    ['[$£-809]#,##0', 1234.5, '£1,235'],
    ['0%', 0.256, '26%'],
    ['0.0%', 0.1234, '12.3%'],
    ['0.00" kg"', 5, '5.00 kg'],
    ['"Q"0', 3, 'Q3'],
    ['\\x0', 7, 'x7'],
    ['0;(0)', -7, '(7)'],
    ['+0;-0;0', 0, '0'],
    ['0.00;(0.00);"none"', 0, 'none'],
    ['#,##0,"K"', 1234567, '1,235K'],
    ['0.0,,"M"', 1234567, '1.2M'],
    ['[>=1000]#,##0,"K";0', 1500, '2K'],
    ['[>=1000]#,##0,"K";0', 15, '15'],
    ['0.##', 12.5, '12.5'],
    ['0.00E+00', 12345.678, '1.23E+04'],
    ['##0.0E+0', 12345.678, '12.3E+3'],
    ['# ?/?', 2.5, '2 1/2'],
    ['# ??/??', 1.98, '1 49/50'],
    ['# ??/??', 0.98, '49/50'],
    ['# ??/??', -0.98, '-49/50'],
    ['# ??/??', -1.98, '-1 49/50'],
    ['# ??/??', 0.996, '1'],
    ['# ??/??', -1.999, '-2'],
    ['# ??/??', 0, '0'],
    ['# ?/?', -0.25, '-1/4'],
    ['# ???/???', Math.PI, '3  16/113'],
    ['0 ??/??', 0.2, '0  1/5'],
    ['?/?', 1.4, '7/5'],
    ['# ?/8', 2.9, '2 7/8'],
    ['# ?/8', 2.97, '3'],
    ['# ??/16" in"', -0.5, '-8/16 in'],
    ['# ?/?;(# ?/?)', -1.5, '(1 1/2)'],
    ['# ????????/????????', 0.5, '1/2'],
    ['0.00,', 1234.5, '1.23'],
    ['#,##0.00,', -0.98, '-0.00'],
    ['000-00-0000', 123456789, '123-45-6789'],
    ['(###) ###-####', 5551234567, '(555) 123-4567'],
    // The blank at the end belongs to the padding: the width of a blank, of an asterisk's fill, of an escape.
    ['#,##0.00_ ', 1234.5, '1,234.50'],
    ['0.00%_ ', 0.1234, '12.34%'],
    ['0\\ ', 7, '7'],
    ['0* ', 7, '7'],
    ['#,##0_ ;[Red]\\-#,##0\\ ', -1234, '-1,234'],
    ['_-* #,##0.00_-;\\-* #,##0.00_-;_-* "-"??_-;_-@_ ', 1234.5, '1,234.50'],
    [' 0.0 ', 1.25, '1.3'],
  ])('%s of %d is %s', (code, value, text) => {
    expect(shown(code, value)).toBe(text);
  });
});

describe('dates and times are shown in their format', () => {
  it.each<[code: string, serial: number, text: string]>([
    ['m/d/yyyy', 45365, '3/14/2024'],
    ['yyyy-mm-dd', 45365.75, '2024-03-14'],
    ['dd.mm.yy', 45365, '14.03.24'],
    ['d-mmm-yy', 45365, '14-Mar-24'],
    ['mmm-yy', 45365, 'Mar-24'],
    ['mmmmm', 45365, 'M'],
    ['dddd, mmmm d, yyyy', 45365, 'Thursday, March 14, 2024'],
    ['[$-409]d-mmm-yyyy;@', 45365, '14-Mar-2024'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 45365, 'Thursday, March 14, 2024'],
    ['[$-407]d. mmmm yyyy', 45365, '14. März 2024'],
    ['m/d/yyyy h:mm', 45365.4375, '3/14/2024 10:30'],
    ['dd/mm/yyyy hh:mm', 45365.999999, '15/03/2024 00:00'],
    ['h:mm AM/PM', 0.9999, '11:59 PM'],
    ['h:mm AM/PM', 0, '12:00 AM'],
    ['h:mm A/P', 0.5, '12:00 P'],
    ['mm:ss', 0.0123, '17:43'],
    ['mm:ss.0', 0.0123456, '17:46.7'],
    ['hh:mm:ss.000', 0.1234567, '02:57:46.659'],
    ['[h]:mm:ss', 1.5, '36:00:00'],
    ['[H]:mm:ss', 1.5, '36:00:00'],
    ['[HH]:MM', 0.125, '03:00'],
    ['[M]', 1.5, '2160'],
    ['[S]', 0.5, '43200'],
    ['[SS]" [H]"', 0.0001, '09 [H]'],
    ['[h]:mm', -1.2, '-28:48'],
    ['[mm]:ss.0', -0.25, '-360:00.0'],
    // Spreadsheets show no dates and times before the first day.
    ['mm:ss.0', -1.2, '-1.2'],
    ['h:mm', -1.2, '-1.2'],
    ['yyyy-mm-dd_ ', 45365, '2024-03-14'],
    ['m/d/yyyy', 1, '1/1/1900'],
    ['m/d/yyyy', 59, '2/28/1900'],
    ['m/d/yyyy', 60, '2/29/1900'],
    ['m/d/yyyy', 61, '3/1/1900'],
    ['m/d/yyyy', 2958465, '12/31/9999'],
  ])('%s of %d is %s', (code, serial, text) => {
    expect(shown(code, serial, 'date')).toBe(text);
  });

  it('in the 1904 system four years and a day later', () => {
    expect(shown('yyyy-mm-dd', 0, 'date', true)).toBe('1904-01-01');
    expect(shown('yyyy-mm-dd', 43903, 'date', true)).toBe('2024-03-14');
    expect(shown('[$-407]d. mmmm yyyy', 43903, 'date', true)).toBe('14. März 2024');
  });

  it('but elapsed times as long as in the 1900 system', () => {
    expect(shown('[h]:mm:ss', 1.5, 'date', true)).toBe('36:00:00');
    expect(shown('[mm]:ss', 0.5, 'date', true)).toBe('720:00');
  });

  it('as numbers where the calendar has no such day, and as ISO dates where the format is none', () => {
    expect(shown('m/d/yyyy', -1, 'date')).toBe('-1');
    expect(shown('m/d/yyyy', 2958466, 'date')).toBe('2958466');
    expect(shown('General', 45365.5, 'date')).toBe('2024-03-14T12:00:00');
  });
});

describe('other kinds are shown as they are', () => {
  it.each<[keyof typeof CellKind, number | string, string, string]>([
    ['boolean', 1, '0.00', 'TRUE'],
    ['boolean', 0, 'General', 'FALSE'],
    ['error', '#DIV/0!', '0.00', '#DIV/0!'],
    ['text', '  a | b\\n\n ', 'General', '  a | b\\n\n '],
    ['text', '1234', '0.00', '1234'],
    ['text', 'x', '0;0;0;"<"@">"', '<x>'],
    ['text', 'x', ';;;', 'x'],
    ['text', 'x', '0_ ;-0_ ;0_ ;@_ ', 'x'],
  ])('%s %j in %s', (kind, value, code, text) => {
    expect(shown(code, value, kind)).toBe(text);
  });
});

describe('no format loses or breaks a cell', () => {
  it.each<[string, string]>([
    ['that hides everything', ';;;'],
    ['that hides negative numbers', '0;;'],
    ['that is not one', 'this is no format "'],
    ['of open quotes', '"'.repeat(255)],
    ['of open brackets', '['.repeat(255)],
    ['that is longer than any program allows', '0'.repeat(100_000)],
    ['of nothing but escapes', '\\'.repeat(255)],
    ['that repeats its value', '@'.repeat(255)],
    ['of elapsed hours again and again', '[h]'.repeat(80)],
    ['of decimal points', '.0'.repeat(120)],
    ['of fractions within fractions', '?/'.repeat(120)],
    ['made to make expressions backtrack', `${'[h'.repeat(120)}"`],
    ['of brackets without an end', `${'[$-'.repeat(80)}0`],
  ])('%s', (_, code) => {
    const text = shown(code, -1234.5);
    expect(text).not.toBe('');
    expect(text.length).toBeLessThan(1_000);
  });

  it('for any number', () => {
    for (const value of [NaN, Infinity, -Infinity, 5e-324, -0, 2 ** 53, 1e21, -1e300]) {
      for (const code of ['General', '0.00', '#,##0', 'm/d/yyyy', '0.00E+00', '# ?/?', '[h]:mm']) {
        expect(shown(code, value)).not.toBe('');
      }
    }
  });
});

describe('JSON text', () => {
  const oddities = [
    '',
    'plain',
    '"quoted" \\ | \n\r\t\0\u001f\u007f',
    'é日本😀\u2028',
    '\ud800',
    'a\udc00b',
    '\ud83d\ud83d\ude00',
    'x'.repeat(100),
    'é'.repeat(100),
    '😀'.repeat(40_000),
    `x${'😀'.repeat(40_000)}`,
  ];

  it.each(oddities)('is what a reader of JSON sees: %#', (text) => {
    const out = new JsonText();
    out.cell(text);
    const escaped = text.replaceAll(/[\\|]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
    expect(out.textBetween(0, out.length)).toBe(Buffer.from(escaped).toString());
    expect(out.chars).toBe(escaped.length);
  });

  it.each<[number, number, number, boolean, string]>([
    [0, 0, 1, false, '0'],
    [0, 0, 0, false, ''],
    [0, 2, 0, false, '.00'],
    [5, 2, 1, false, '0.05'],
    [1234567, 0, 1, true, '1,234,567'],
    [123456, 2, 1, true, '1,234.56'],
    [2 ** 53 - 1, 0, 1, true, '9,007,199,254,740,991'],
    [1e9, 0, 1, false, '1000000000'],
    [7, 0, 5, true, '00,007'],
  ])('digits of %d with %d decimals', (value, decimals, integerDigits, grouped, text) => {
    const out = new JsonText();
    out.digits(value, decimals, integerDigits, grouped);
    expect(out.textBetween(0, out.length)).toBe(text);
    expect(out.chars).toBe(text.length);
  });
});
