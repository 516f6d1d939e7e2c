import { identifierFormat } from '../../../src/product-search/values/identifier-formats';

test.each([
  ['037833100', 'cusip'],
  ['38259P508', 'cusip'],
  ['G0177J108', 'cusip'],
  ['US0378331005', 'isin'],
  ['DE000BAY0017', 'isin'],
  ['529900T8BM49AURSDO55', 'lei'],
  ['HWUPKR0MPOU8FGXBT394', 'lei'],
  ['0000320193', 'cik'],
  ['CIK 320193', 'cik'],
  ['1:21-cv-01234', 'docket'],
  ['2:20-cr-00123-ABC', 'docket'],
  ['No. 19-1392', 'docket'],
  ['410 U.S. 113', 'citation'],
  ['347 F.3d 1024', 'citation'],
  ['123 S. Ct. 456 (2003)', 'citation'],
  ['E11.9', 'icd10'],
  ['J45.909', 'icd10'],
])('%s has the format %s', (text, format) => {
  expect(identifierFormat(text)).toBe(format);
});

test.each([
  ['a CUSIP with a wrong check digit', '037833101'],
  ['an ISIN with a wrong check digit', 'US0378331006'],
  ['an LEI with a wrong check digit', '529900T8BM49AURSDO56'],
  ['a number of ten digits without the zeros of a CIK', '0306406152'],
  ['a SKU', 'MH01-XS-Black'],
  ['a telephone number', '907-345-0962'],
  ['an address', '12 Main Street 4'],
])('%s has none', (_, text) => {
  expect(identifierFormat(text)).toBeNull();
});
