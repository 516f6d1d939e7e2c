import { fileReader } from './file-reader';
import { line, makePdf } from '../../../packages/document-reader/test/pdf/make-pdf';

const { read } = fileReader();

const warning = 'No text was found in the file, so that no query finds it.';

test.each([
  ['a PDF of an empty page', makePdf([{ content: '' }]), [warning]],
  ['a PDF with text on one of two pages', makePdf([{ content: '' }, { content: line('Text', 72, 700) }]), []],
])('%s has a warning where it has no chunks, and only there', async (_, bytes, warnings) => {
  const file = await read(bytes, 'file.pdf');
  expect(file.documents).toHaveLength(1);
  expect(file.documents[0]!.chunks.length > 0).toBe(warnings.length === 0);
  expect(file.warnings).toEqual(warnings);
});

test('an attachment without text has a warning that names it', async () => {
  const boundary = 'edge';
  const message = [
    'From: a@example.com',
    'To: b@example.com',
    'Subject: The picture',
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain',
    '',
    'See the page.',
    `--${boundary}`,
    'Content-Type: application/pdf; name="blank.pdf"',
    'Content-Disposition: attachment; filename="blank.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    makePdf([{ content: '' }]).toString('base64'),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  const { warnings, documents } = await read(message, 'mail.eml');
  expect(documents).toHaveLength(2);
  expect(warnings).toEqual(['No text was found in the attachment "blank.pdf", so that no query finds it.']);
});
