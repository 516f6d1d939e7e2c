import iconv from 'iconv-lite';
import { type AcceptedIndexJob } from '../../../api/documents/indexing/schema';
import { type QueryAnswerBody } from '../../../api/documents/queries/schema';
import { compressed, msgOf } from '../../../packages/document-reader/test/formats/msg-writer';
import { mailWithTnef, tnefOf } from '../../../packages/document-reader/test/formats/tnef-writer';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

const head = ['From: Ann <ann@example.org>', 'Date: Mon, 02 Mar 2026 09:00:00 +0000', 'Subject: S'];
const rtf = String.raw`{\rtf1\ansi\ansicpg1252 Die Wartung der W\'e4rmepumpe ist f\'e4llig.}`;

/** Files whose words are found by a question only if their characters and their bodies are read. */
const FILES: readonly [filename: string, content: Buffer, question: string, words: string][] = [
  [
    'japanese.eml',
    Buffer.concat([
      Buffer.from([...head, 'Content-Type: text/plain; charset=iso-2022-jp', '', ''].join('\r\n')),
      Buffer.from('\x1b$BCmJ8HV9f\x1b(B 4471\r\n', 'latin1'),
    ]),
    '注文番号 4471',
    '注文番号 4471',
  ],
  ['japanese.txt', Buffer.from('\x1b$BCmJ8HV9f\x1b(B 5582\n', 'latin1'), '5582', '注文番号 5582'],
  ['rtf.msg', msgOf({ subject: 'S', rtf: compressed(rtf) }), 'Wärmepumpe Wartung', 'Wärmepumpe'],
  [
    'big5.msg',
    msgOf({
      subject: '報價',
      body: '請於星期五之前寄出訂單與發票,謝謝。',
      narrow: 'big5',
      messageCodePage: 950,
    }),
    '訂單與發票',
    '訂單與發票',
  ],
  [
    'quoted.eml',
    Buffer.concat([
      Buffer.from([...head, 'Content-Type: text/plain; charset=iso-8859-1', '', ''].join('\r\n')),
      iconv.encode('Das „Angebot“ – 45 € für Dichtungen', 'windows-1252'),
    ]),
    'Angebot Dichtungen',
    '„Angebot“ – 45 €',
  ],
  [
    'winmail.eml',
    Buffer.from(
      mailWithTnef(
        tnefOf({ properties: [[0x1009, compressed(String.raw`{\rtf1\ansi Kompressor\'fcberholung}`)]] }),
      ),
    ),
    'Kompressorüberholung',
    'Kompressorüberholung',
  ],
];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const form = new FormData();
  for (const [filename, content] of FILES) form.append('files', new Blob([Buffer.from(content)]), filename);
  const path = '/v2/collections/manuals/index/file';
  const sent = stack.api.request<AcceptedIndexJob>(path, { key: stack.key.text, body: form });
  const job = await stack.indexed(await stack.accepted(sent));
  expect(job).toMatchObject({ status: 'completed', result: { files_indexed: FILES.length } });
});
afterAll(() => stack.close());

it.each(FILES)('a question finds the words of %s', async (filename, _content, query, words) => {
  const { status, body } = await stack.api.request<QueryAnswerBody>('/v3/collections/manuals/query', {
    key: stack.key.text,
    json: { query, semantic_ratio: 0, include: { document: true } },
  });
  expect(status).toBe(200);
  const ids = new Map((await stack.documents()).map((document) => [document.filename, document.document_id]));
  const [first] = body.results;
  expect(first?.document?.id).toBe(ids.get(filename));
  expect(first?.text).toContain(words);
});
