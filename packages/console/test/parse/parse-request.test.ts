import { parseCurlOf } from '../../src/pages/parse/parse-curl';
import { defaultOptions, formAddress, readOptions } from '../../src/pages/parse/parse-options';

const options = { include_tags_summary: true, include_images: false, include_verified_facts: true };

test('the form takes the options of a job from its address', () => {
  expect(formAddress({ ...options, include_hidden_sheets: true })).toBe(
    '/parse?include_images=false&include_tags_summary=true',
  );
  const address = formAddress({ ...options, ocr_language: 'de' });
  expect(readOptions(new URLSearchParams(address.split('?')[1]))).toEqual({
    ...defaultOptions,
    include_tags_summary: true,
    include_images: false,
    ocr_language: 'de',
  });
});

test('the request of an upload names the file, that of a link the link', () => {
  const job = { type: 'spreadsheet', filename: "Q3's report.xlsx", options } as const;
  const upload = parseCurlOf('http://host', job, null);
  expect(upload).toContain(String.raw`FILE='Q3'\''s report.xlsx'`);
  expect(upload).toContain(`"input": "'"$FILE_ID"'"`);
  expect(upload).toContain("'http://host/v3/parse/spreadsheets'");
  const link = parseCurlOf('http://host', { ...job, type: 'document' }, 'https://a.example/x.pdf');
  expect(link).toContain('"input": "https://a.example/x.pdf"');
  expect(link).toContain("'http://host/v3/parse/documents'");
  expect(link).not.toContain('FILE');
});
