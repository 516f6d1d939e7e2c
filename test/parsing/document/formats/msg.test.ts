import iconv from 'iconv-lite';
import { fileReader } from '../file-reader';
import {
  compressed,
  msgOf,
  type WrittenMsg,
} from '../../../../packages/document-reader/test/formats/msg-writer';

const { read } = fileReader();

async function bodyOf(
  message: WrittenMsg,
): Promise<{ body: string; title: string | null; warnings: string[] }> {
  const { documents, warnings } = await read(msgOf(message), 'a.msg');
  const { text, title } = documents[0]!;
  return { body: text.split('\n').slice(2).join('\n'), title, warnings };
}

const noBody = ['The message has no body: only its head and its attachments were read.'];

describe('the body of a message that is kept as RTF only is read', () => {
  it.each([
    [
      'with its character sets, and without its tables and instructions',
      String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}{\f1\fcharset128 MS Gothic;}{\f2\fcharset2 Symbol;}}` +
        String.raw`{\colortbl;\red0;}{\*\generator X;}{\info{\title No}}\f0 Gr\'fc\'dfe, 45 \u8364?, {\f1\'92\'8d\'95\'b6}` +
        String.raw` \{sic\} {\f2\'b7}{\v hidden}\par{\field{\*\fldinst HYPERLINK "http://x.example"}{\fldrslt link}}` +
        String.raw`\line\uc2\u27880\'97\'97.\tab{\pict\bin5 }{}}x}\emdash end}`,
      'Grüße, 45 €, 注文 {sic} •\nlink\n注.\t—end',
    ],
    [
      'where it was made from HTML',
      String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 {\*\htmltag64 <p>}\htmlrtf \par \htmlrtf0 Caf\'e9 \{a\} 1{\*\htmltag84 &lt;}` +
        String.raw`\htmlrtf <\htmlrtf0 2{\*\htmltag72 </p>}\htmlrtf only RTF\htmlrtf0 {\*\mhtmltag64 <x>}{\*\htmltag64 <table>` +
        String.raw`<tr><td>}Room{\*\htmltag64 </td><td>}B 204 \'95{\*\htmltag64 </td></tr></table>}}`,
      'Café {a} 1<2\nRoom | B 204 •',
    ],
    [
      'with characters of two bytes, of which one is a letter',
      String.raw`{\rtf1\ansi\ansicpg949 \'8cc\'b9\'e6}`,
      '똠방',
    ],
    ['where groups are not closed', String.raw`{\rtf1\ansi {\b one {\i two`, 'one two'],
    ['where too many are', String.raw`{\rtf1\ansi one}}} two`, 'one two'],
    [
      'however deep its groups are',
      `{\\rtf1 ${'{'.repeat(100_000)}deep${'}'.repeat(100_000)} end}`,
      'deep end',
    ],
  ])('%s', async (_, rtf, body) => {
    expect(await bodyOf({ subject: 'S', rtf: compressed(rtf) })).toEqual({ body, title: 'S', warnings: [] });
  });

  it('though a plain body comes first', async () => {
    const rtf = compressed(String.raw`{\rtf1 Of RTF.}`);
    expect(await bodyOf({ subject: 'S', body: 'Of text.', rtf })).toMatchObject({ body: 'Of text.' });
    expect(await bodyOf({ subject: 'S', body: ' \r\n', rtf })).toMatchObject({ body: 'Of RTF.' });
  });

  it('uncompressed', async () => {
    const text = Buffer.from('{\\rtf1 Plain.}');
    const head = Buffer.alloc(16);
    head.writeUInt32LE(text.length + 12, 0);
    head.writeUInt32LE(text.length, 4);
    head.writeUInt32LE(0x414c454d, 8);
    expect(await bodyOf({ subject: 'S', rtf: Buffer.concat([head, text]) })).toMatchObject({
      body: 'Plain.',
    });
  });

  it('and said to be damaged where it cannot be, whatever size it claims', async () => {
    const damaged = compressed('{\\rtf1 Text.}');
    damaged.writeUInt32LE(0x7fffffff, 0);
    damaged.writeUInt32LE(0x7fffffff, 4);
    expect(await bodyOf({ subject: 'S', rtf: damaged })).toMatchObject({ body: 'Text.' });
    damaged.writeUInt32LE(1, 8);
    expect((await bodyOf({ subject: 'S', rtf: damaged })).warnings).toEqual([
      'The body of the message, in compressed RTF, is damaged; it was left out.',
      ...noBody,
    ]);
  });
});

it('a message without any body warns', async () => {
  expect((await bodyOf({ subject: 'S' })).warnings).toEqual(noBody);
  expect((await bodyOf({ subject: 'S', html: Buffer.from('<html><p> </p>') })).warnings).toEqual(noBody);
  const { warnings } = await read('From: a@example.org\r\nSubject: S\r\n\r\n', 'a.eml');
  expect(warnings).toEqual(noBody);
});

describe('8-bit texts of a message are read by', () => {
  const chinese = { subject: '訂單編號', sender: '張小姐', body: '貨已收到。', narrow: 'big5' };
  it.each<[string, WrittenMsg]>([
    ['its code page', { ...chinese, messageCodePage: 950, internetCodePage: 1252 }],
    ['that of its HTML', { ...chinese, internetCodePage: 950, locale: 1033 }],
    ['its language', { ...chinese, internetCodePage: 20127, locale: 1028 }],
    [
      'its code page of one byte',
      { subject: 'Счёт', sender: 'Иван', body: 'Привет.', narrow: 'cp1251', messageCodePage: 1251 },
    ],
    [
      'its code page, where it is Windows-1252',
      { subject: '„A“ 45 €', sender: 'Jörg', body: 'Grüße.', narrow: 'cp1252', messageCodePage: 1252 },
    ],
    [
      'their bytes, where nothing is declared',
      {
        subject: '見積書',
        sender: '田中',
        body: '注文番号の部品は来週届きます。カタログです。',
        narrow: 'cp932',
      },
    ],
    [
      'their bytes, where they are UTF-8',
      { subject: 'Größe', sender: 'Jörg', body: 'Grüße.', narrow: 'utf8', internetCodePage: 65001 },
    ],
  ])('%s', async (_, message) => {
    const { documents } = await read(msgOf(message), 'a.msg');
    expect(documents[0]).toMatchObject({ title: message.subject, metadata: { email_from: message.sender } });
    expect(documents[0]!.text).toContain(message.body);
  });

  it('the page itself, where HTML is kept in ASCII by name only', async () => {
    const html = iconv.encode('<meta charset=big5><p>訂單編號</p>', 'big5');
    expect(await bodyOf({ subject: 'S', html, internetCodePage: 20127 })).toMatchObject({ body: '訂單編號' });
    expect(await bodyOf({ subject: 'S', html, internetCodePage: 950 })).toMatchObject({ body: '訂單編號' });
  });
});
