import { writePng } from 'document-reader/blocks';
import { fileReader } from './file-reader';
import { line, makePdf } from '../../../packages/document-reader/test/pdf/make-pdf';

const { read } = fileReader();

const size = { width: 4, height: 4 };

test.each([
  ['a PDF', makePdf([{ content: line('Text', 72, 700) }]), 'document'],
  ['a picture', writePng({ ...size, pixels: new Uint8Array(size.width * size.height * 3) }), 'image'],
])('%s is located as such by its content', async (_, bytes, modality) => {
  const { documents } = await read(bytes, 'file');
  expect(documents).toMatchObject([{ modality }]);
});
