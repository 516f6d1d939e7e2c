import iconv from 'iconv-lite';
import { fileReader } from '../file-reader';

const { read } = fileReader();

/** A message as bytes: each head line and the body are text in Latin-1, which stands for any bytes. */
function mail(lines: readonly string[], body: string): Buffer {
  const head = ['From: Ann <ann@example.org>', 'Date: Mon, 02 Mar 2026 09:00:00 +0000', ...lines];
  return Buffer.from([...head, '', body, ''].join('\r\n'), 'latin1');
}

function bytesAs(charset: string, text: string): string {
  return iconv.encode(text, charset).toString('latin1');
}

function base64(charset: string, text: string): string {
  return iconv.encode(text, charset).toString('base64');
}

const japanese = '\x1b$BCmJ8HV9f\x1b(B 4471';
const korean = '안녕하세요. 견적서를 보내 주세요. 똠방각하 500개.';

describe('the text of a message is read', () => {
  it.each<[string, string[], string, string]>([
    ['in ISO-2022-JP without a label', ['Content-Type: text/plain'], japanese, '注文番号 4471'],
    ['in ISO-2022-JP with one', ['Content-Type: text/plain; charset=iso-2022-jp'], japanese, '注文番号 4471'],
    [
      'in ISO-2022-JP under a wrong one',
      ['Content-Type: text/plain; charset=us-ascii'],
      japanese,
      '注文番号 4471',
    ],
    [
      'in GBK labelled gb2312',
      ['Content-Type: text/plain; charset="gb2312"'],
      bytesAs('gbk', '朱镕：貨已到'),
      '朱镕：貨已到',
    ],
    [
      'in code page 949',
      ['Content-Type: text/plain; charset=ks_c_5601-1987'],
      bytesAs('cp949', korean),
      korean,
    ],
    ['in code page 949 without a label', ['Content-Type: text/plain'], bytesAs('cp949', korean), korean],
    [
      'in Windows-1252 labelled iso-8859-1',
      ['Content-Type: text/plain; charset=iso-8859-1'],
      '\x84Angebot\x93 \x96 45 \x80',
      '„Angebot“ – 45 €',
    ],
    [
      'in UTF-8 without any MIME',
      [],
      Buffer.from('Grüße aus Köln, 45 €').toString('latin1'),
      'Grüße aus Köln, 45 €',
    ],
    [
      'in UTF-8 labelled us-ascii',
      ['Content-Type: text/plain; charset=us-ascii'],
      Buffer.from('Grüße').toString('latin1'),
      'Grüße',
    ],
    ['in Mac Roman', ['Content-Type: text/plain; charset=x-mac-roman'], 'caf\x8e', 'café'],
    [
      'in UTF-16',
      ['Content-Type: text/plain; charset=utf-16', 'Content-Transfer-Encoding: base64'],
      base64('utf-16le', '注文番号'),
      '注文番号',
    ],
    ['in UTF-7', ['Content-Type: text/plain; charset=utf-7'], 'Gr+APwA3w-e', 'Grüße'],
    [
      'in HTML that names its charset itself',
      ['Content-Type: text/html'],
      `<meta charset=shift_jis><p>${bytesAs('cp932', '①注文')}`,
      '①注文',
    ],
  ])('%s', async (_, lines, body, text) => {
    const { documents, warnings } = await read(mail(['Subject: S', ...lines], body), 'a.eml');
    expect([documents[0]!.text.split('\n').at(-1), warnings]).toEqual([text, []]);
  });
});

describe('the subject of a message is read', () => {
  it.each([
    ['labelled iso-8859-1 with the euro sign', '=?iso-8859-1?Q?Angebot_=80_45?=', 'Angebot € 45'],
    ['in code page 949', `=?ks_c_5601-1987?B?${base64('cp949', '똠방각하')}?=`, '똠방각하'],
    ['in ISO-2022-JP', '=?ISO-2022-JP?B?GyRCSXRJSiRON28bKEI=?=', '部品の件'],
    ['with a character cut between words', '=?big5?B?rXGz?=\r\n =?big5?B?5g==?=', '訂單'],
    ['as raw UTF-8', Buffer.from('Größe – Köln').toString('latin1'), 'Größe – Köln'],
    ['as raw ISO-2022-JP', '\x1b$BItIJ$N7o\x1b(B', '部品の件'],
    ['as raw Big5, by the label of the text', bytesAs('big5', '訂單編號'), '訂單編號'],
  ])('%s', async (_, subject, text) => {
    const bytes = mail([`Subject: ${subject}`, 'Content-Type: text/plain; charset=big5'], 'Hi.');
    expect((await read(bytes, 'a.eml')).documents[0]!.title).toBe(text);
  });
});

it('names of people and of attachments are read in any charset', async () => {
  const bytes = mail(
    [
      `To: =?gb2312?B?${base64('gbk', '朱镕, 经理')}?= <zhu@example.cn>`,
      'Subject: S',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
    ],
    [
      '--x',
      'Content-Type: text/plain; charset=big5',
      '',
      'Hi.',
      '--x',
      `Content-Disposition: attachment; filename="${bytesAs('big5', '訂單')}.txt"`,
      '',
      'One.',
      '--x',
      "Content-Disposition: attachment; filename*=iso-8859-1''Preis%20%80.txt",
      '',
      'Two.',
      '--x--',
    ].join('\r\n'),
  );
  const { documents } = await read(bytes, 'a.eml');
  expect(documents.map(({ filename }) => filename)).toEqual(['a.eml', '訂單.txt', 'Preis €.txt']);
  expect(documents[0]!.metadata).toMatchObject({ email_to: ['朱镕, 经理 <zhu@example.cn>'] });
});

it('a message is one, whatever bytes its parts hold', async () => {
  const body = Array.from({ length: 64 }, (_, code) => String.fromCharCode(code % 9)).join('');
  const { documents } = await read(mail(['Subject: S', 'Content-Transfer-Encoding: binary'], body), 'a.eml');
  expect(documents[0]).toMatchObject({ fileType: 'eml', title: 'S' });
});

describe('files in ISO-2022-JP are read', () => {
  const rows = '\x1b$BIJL>\x1b(B,\x1b$B?tNL\x1b(B\n\x1b$BItIJ\x1b(B,3\n\x1b$BAR8K\x1b(B,4\n';
  it.each([
    ['a.txt', `${japanese}\n`, '注文番号 4471'],
    [
      'a.html',
      `<!doctype html><html><head><meta charset="iso-2022-jp"></head><body><p>${japanese}</p>`,
      '注文番号 4471',
    ],
    ['a.md', `# ${japanese}\n`, '注文番号 4471'],
    ['a.csv', rows, '品名 | 数量\n部品 | 3\n倉庫 | 4'],
    ['late.txt', `${'x '.repeat(50_000)}\n\n${japanese}`, '注文番号 4471'],
  ])('%s', async (name, text, expected) => {
    const { documents } = await read(text, name);
    expect(documents[0]!.text).toContain(expected);
    expect(documents[0]!.text).not.toContain('$B');
  });
});

it('a Korean file with rare syllables is Korean', async () => {
  const rows = '제품명,가격,재고\n사과,1000,5\n배,2000,7\n뻥튀기 뜌,300,2\n';
  const { documents } = await read(iconv.encode(rows, 'cp949'), 'a.csv');
  expect(documents[0]!.text).toContain('배 | 2000 | 7\n뻥튀기 뜌 | 300 | 2');
});
