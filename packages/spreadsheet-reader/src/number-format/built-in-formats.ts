const CODES = new Map<number, string>([
  [0, 'General'],
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0_);\\("$"#,##0\\)'],
  [6, '"$"#,##0_);[Red]\\("$"#,##0\\)'],
  [7, '"$"#,##0.00_);\\("$"#,##0.00\\)'],
  [8, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0_);\\(#,##0\\)'],
  [38, '#,##0_);[Red]\\(#,##0\\)'],
  [39, '#,##0.00_);\\(#,##0.00\\)'],
  [40, '#,##0.00_);[Red]\\(#,##0.00\\)'],
  [41, '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)'],
  [42, '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)'],
  [43, '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)'],
  [44, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);

/**
 * Formats of East Asian and Thai ids, which depend on the reader's locale. The order of fields here is
 * neutral; dates stay dates, times stay times and numbers stay numbers in each locale that defines the id.
 */
const LOCALE_CODES: readonly [first: number, last: number, code: string][] = [
  [27, 31, 'yyyy/m/d'],
  [32, 32, 'h:mm'],
  [33, 33, 'h:mm:ss'],
  // Times of day in Chinese, dates in Japanese.
  [34, 35, 'yyyy/m/d h:mm'],
  [36, 36, 'yyyy/m/d'],
  [50, 54, 'yyyy/m/d'],
  [55, 56, 'yyyy/m/d h:mm'],
  [57, 58, 'yyyy/m/d'],
  [59, 59, '0'],
  [60, 60, '0.00'],
  [61, 61, '#,##0'],
  [62, 62, '#,##0.00'],
  [67, 67, '0%'],
  [68, 68, '0.00%'],
  [69, 69, '# ?/?'],
  [70, 70, '# ??/??'],
  [71, 74, 'yyyy/m/d'],
  [75, 75, 'h:mm'],
  [76, 76, 'h:mm:ss'],
  [77, 77, 'yyyy/m/d h:mm'],
  [78, 78, 'mm:ss'],
  [79, 79, '[h]:mm:ss'],
  [80, 80, 'mm:ss.0'],
  [81, 81, 'yyyy/m/d'],
];

for (const [first, last, code] of LOCALE_CODES) {
  for (let id = first; id <= last; id++) CODES.set(id, code);
}

/**
 * Code of a built-in number format id, which a workbook does not define (ECMA-376 part 1, 18.8.30), as in an
 * English (US) spreadsheet; `undefined` for other ids. XLS and XLSX share these ids.
 */
export function builtInFormatCode(id: number): string | undefined {
  return CODES.get(id);
}
