import iconv from 'iconv-lite';
import { fileReader } from '../file-reader';
import { compressed } from '../../../../packages/document-reader/test/formats/msg-writer';
import {
  mailWithTnef,
  tnefOf,
  type WrittenTnef,
} from '../../../../packages/document-reader/test/formats/tnef-writer';

const { read } = fileReader();

async function bodyOf(tnef: WrittenTnef, mail: { body?: string; type?: string } = {}): Promise<string> {
  const { documents } = await read(mailWithTnef(tnefOf(tnef), mail), 'a.eml');
  return documents[0]!.text.split('\n').slice(3).join('\n').trim();
}

const rtf = compressed(String.raw`{\rtf1\ansi\ansicpg1252 Gr\'fc\'dfe of RTF.}`);

describe('the body that lies in a winmail.dat only is read', () => {
  it.each<[what: string, tnef: WrittenTnef, body: string]>([
    ['as RTF', { properties: [[0x1009, rtf]] }, 'Grüße of RTF.'],
    [
      'as HTML',
      {
        properties: [
          [0x1013, Buffer.from('<p>Caf&eacute; <b>of</b> HTML</p>')],
          [0x1009, rtf],
        ],
      },
      'Café of HTML',
    ],
    [
      'as a text in Unicode',
      {
        properties: [
          [0x1000, '注文 of text'],
          [0x1009, rtf],
        ],
      },
      '注文 of text',
    ],
    ['as a text in 8 bits', { codePage: 950, body: iconv.encode('訂單 of text', 'big5') }, '訂單 of text'],
  ])('%s', async (_, tnef, body) => {
    expect(await bodyOf(tnef)).toBe(body);
    expect(await bodyOf(tnef, { type: 'application/octet-stream' })).toBe(body);
  });
});

it('a body that the message has itself is read, and that of its winmail.dat is not', async () => {
  expect(await bodyOf({ properties: [[0x1009, rtf]] }, { body: 'Of the mail.' })).toBe('Of the mail.');
});

it('the files in a winmail.dat are attachments of the message', async () => {
  const tnef = tnefOf({
    codePage: 950,
    attachments: [
      { title: iconv.encode('訂.txt', 'big5'), content: Buffer.from('Pump of the first file.') },
      {
        title: Buffer.from('SECOND~1.TXT'),
        properties: [
          [0x3707, 'second file.txt'],
          [0x3701, Buffer.from('Valve of the second file.')],
        ],
      },
      { title: Buffer.from('none.txt') },
    ],
  });
  const { documents, warnings } = await read(mailWithTnef(tnef, { body: 'See below.' }), 'a.eml');
  expect(documents.map(({ filename, text }) => [filename, text.trim()]).slice(1)).toEqual([
    ['訂.txt', 'Pump of the first file.'],
    ['second file.txt', 'Valve of the second file.'],
  ]);
  expect(documents[0]!.relations).toHaveLength(2);
  expect(warnings).toEqual(['An attachment of the message has no content in it; it was left out.']);
});

describe('a winmail.dat that is damaged', () => {
  const whole = tnefOf({
    properties: [[0x1009, rtf]],
    attachments: [{ title: Buffer.from('a.txt'), content: Buffer.from('Pump.') }],
  });

  it('never fails the message, wherever it is cut off', async () => {
    for (let end = 0; end < whole.length; end += 7) {
      const { documents } = await read(mailWithTnef(whole.subarray(0, end), { body: 'Words.' }), 'a.eml');
      expect(documents[0]!.text).toContain('Words.');
    }
  });

  it('never fails the message, whatever numbers are in it', async () => {
    for (let at = 6; at < whole.length - 4; at += 5) {
      const changed = Buffer.from(whole);
      changed.writeUInt32LE(0xffffffff, at);
      const { documents } = await read(mailWithTnef(changed, { body: 'Words.' }), 'a.eml');
      expect(documents[0]!.text).toContain('Words.');
    }
  });

  it('stays a file, which is left out with a warning', async () => {
    const { warnings } = await read(mailWithTnef(Buffer.alloc(64, 3), { body: 'Words.' }), 'a.eml');
    expect(warnings).toEqual([expect.stringContaining('"winmail.dat" was left out')]);
  });
});
