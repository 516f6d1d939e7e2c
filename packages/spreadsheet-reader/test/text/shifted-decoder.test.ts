import { createPieceDecoder, decodeAll } from '../../src/text/text-decoder';

const japanese =
  '\x1b$BCmJ8HV9f\x1b(B 4471 \x1b$B$NItIJ\x1b(B\n\x1b$BAR8K\x1b(J~\\\x1b(I1\x1b(B A\x1b$(D0!\x1b(B.\n';
const read = '注文番号 4471 の部品\n倉庫‾¥ｱ A丂.\n';

it('ISO-2022-JP is read whole', () => {
  expect(decodeAll(Buffer.from(japanese, 'latin1'), 'iso-2022-jp')).toBe(read);
});

it.each([1, 2, 3, 5])('and in pieces of %d bytes', (size) => {
  const decoder = createPieceDecoder('iso-2022-jp');
  const bytes = Buffer.from(japanese, 'latin1');
  let text = '';
  for (let at = 0; at < bytes.length; at += size)
    text += decoder.decode(bytes.subarray(at, at + size), at + size >= bytes.length).toString();
  expect([text, decoder.damaged]).toEqual([read, false]);
});

it('ISO-2022-KR and ISO-2022-CN are read', () => {
  expect(decodeAll(Buffer.from('\x1b$)C\x0e0_@{\x0f 12 \x0e<-\x0f\n', 'latin1'), 'iso-2022-kr')).toBe(
    '견적 12 서\n',
  );
  expect(decodeAll(Buffer.from('\x1b$)A\x0eVPND\x0f.\n', 'latin1'), 'iso-2022-cn')).toBe('中文.\n');
});

it('a lost escape sequence harms its own line only, and unpaired bytes are said to be damage', () => {
  const decoder = createPieceDecoder('iso-2022-jp');
  const text = decoder.decode(Buffer.from('\x1b$BCm\nplain\n\x1b$BC', 'latin1'), true).toString();
  expect([text, decoder.damaged]).toEqual(['注\nplain\n\ufffd', true]);
});
