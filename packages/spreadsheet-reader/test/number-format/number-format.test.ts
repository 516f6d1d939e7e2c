import { builtInFormatCode, isDateFormat } from '../../src/number-format';

describe('formats that show dates', () => {
  it.each([
    'yyyy-mm-dd',
    'm/d/yyyy',
    'd.m.yy',
    'DD/MM/YYYY',
    'mmm-yy',
    'mmmm',
    'dddd',
    'h:mm',
    'h:mm AM/PM',
    'mm:ss.0',
    'mm:ss.000',
    '[h]:mm:ss',
    '[mm]:ss',
    '[ss]',
    'yyyy\\-mm\\-dd;@',
    '[$-407]d. mmmm yyyy;@',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    '[Red][<40000]d/m/yy;General',
    'yyyy"年"m"月"d"日"',
    '[$-411]ge.m.d',
    '_-d\\ mmm_-',
  ])('are %s', (code) => {
    expect(isDateFormat(code)).toBe(true);
  });

  it.each([
    '',
    'General',
    'GENERAL',
    'Standard',
    '0',
    '0.00',
    '#,##0.00',
    '0%',
    '0.00E+00',
    '# ?/?',
    '@',
    '"days"',
    '0 "d"',
    '0\\ \\d',
    '#,##0.00\\ "Dm"',
    '#,##0.00_d',
    '* m#,##0',
    '[$€-407] #,##0.00',
    '[Red]0;[Black]0',
    '[DBNum1]0',
    '0;d/m/y',
    ';;;',
    '"unclosed d',
    '[unclosed d',
    '0.0 h',
  ])('are not %j', (code) => {
    expect(isDateFormat(code)).toBe(false);
  });
});

describe('built-in formats', () => {
  it.each([
    [0, 'General'],
    [4, '#,##0.00'],
    [9, '0%'],
    [14, 'm/d/yyyy'],
    [22, 'm/d/yyyy h:mm'],
    [46, '[h]:mm:ss'],
    [49, '@'],
    [50, 'yyyy/m/d'],
    [23, undefined],
    [164, undefined],
    [-1, undefined],
    [NaN, undefined],
  ])('have for id %d the code %s', (id, code) => {
    expect(builtInFormatCode(id)).toBe(code);
  });

  it('show dates where the format says so', () => {
    const dates = Array.from({ length: 100 }, (_, id) => id).filter((id) =>
      isDateFormat(builtInFormatCode(id) ?? 'General'),
    );
    const ranges = [
      [14, 22],
      [27, 36],
      [45, 47],
      [50, 58],
      [71, 81],
    ] as const;
    expect(dates).toEqual(
      ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
    );
  });
});
