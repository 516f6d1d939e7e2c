import { join } from 'node:path';
import { docx } from '../../../../packages/document-reader/test/formats/office-files';
import { writeZip } from '../../../../packages/spreadsheet-reader/test/zip/write-zip';
import { fileReader, type ReadDocument } from '../file-reader';

const { read, readPath } = fileReader();
const folder = join(__dirname, '../fixtures/containers');

/** Headings of the first level, by the chunks below them. */
function headingsOf({ chunks }: ReadDocument): string[] {
  const headings: string[] = [];
  for (const { headingPath } of chunks) {
    const heading = headingPath[0];
    if (heading !== undefined && !headings.includes(heading)) headings.push(heading);
  }
  return headings;
}

/** A message as Python's `mailbox` writes it: lines that begin with "From " are quoted. */
const message = (from: string, body = 'The pump needs oil.\n\n>From here on it is quiet.\n') =>
  `${from}\nFrom: ann@example.org\nTo: crew@example.org\nSubject: Oil\nDate: Tue, 24 Nov 2026 08:00:00 +0000\n\n${body}\n`;
const python = 'From ann@example.org Tue Nov 24 08:00:00 2026';

describe('a mailbox', () => {
  it.each([
    ['Python', `${message(python)}${message(python)}`],
    ['Gmail', message('From 18@xxx Tue Nov 24 08:00:00 +0000 2026').repeat(2)],
    ['Thunderbird', message('From - Tue Nov 24 08:00:00 2026').repeat(2).replaceAll('\n', '\r\n')],
    ['a later Thunderbird', message('From ').repeat(2)],
    [
      'git format-patch',
      message('From 05ca48cba8b3b2dba465b4edc1c16a204e0ff26b Mon Sep 17 00:00:00 2001').repeat(2),
    ],
    [
      'anybody, across the blocks in which it is read',
      message(python, `${'x'.repeat(1024 * 1024 - 190)}\n`).repeat(2),
    ],
    ['anybody, with a large first message', message(python, `${'words '.repeat(700_000)}\n`).repeat(2)],
  ])('of two messages by %s is a document of both', async (_, text) => {
    const { documents, warnings } = await read(text, 'a.mbox');
    expect(warnings).toEqual([]);
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject({ fileType: 'mbox', title: 'Mailbox of 2 messages', message: null });
    expect(headingsOf(documents[0]!)).toEqual(['Oil']);
    expect(documents[0]!.text.split('From: ann@example.org')).toHaveLength(3);
    expect(documents[0]!.text).not.toContain('>From here');
  });

  it('by Python has each message under its subject, and the files attached to them', async () => {
    const { documents, warnings } = await readPath(join(folder, 'python.mbox'), 'crew.mbox');
    expect(warnings).toEqual([]);
    const [mailbox, prices] = documents;
    expect(headingsOf(mailbox!)).toEqual(['Öl für die Pumpe', 'Gaskets', 'Re: Gaskets']);
    expect(mailbox!.text).toContain('From: Ann Lee <ann@example.org>');
    expect(mailbox!.text).toContain('\n\nFrom here on it is quiet.');
    const reply = mailbox!.chunks.find(({ text }) => text.includes('Order two more.'))!;
    expect(reply.text).not.toContain('The gasket is worn.');
    expect(prices).toMatchObject({ filename: 'prices.csv', fileType: 'csv', parent: 0 });
    expect(prices!.metadata).toMatchObject({ email_subject: 'Gaskets', email_message_id: '1@example.org' });
    expect(mailbox!.relations).toEqual([{ type: 'email_attachment', to: 1 }]);
  });

  it('of 10,001 messages is read up to the 10,000th', async () => {
    const { documents, warnings } = await read(message(python, 'x').repeat(10_001), 'a.mbox');
    expect(documents[0]).toMatchObject({ title: 'Mailbox of 10000 messages' });
    expect(warnings).toEqual(['Only the first 10000 messages of the mailbox were read.']);
  });

  it.each([
    ['with words that look like another', 'The pump.\n\nFrom 8:00 on it is quiet.\nReally.\n'],
    ['with nothing but such words', 'From \n'.repeat(200_000)],
  ])('of one message is read as the message, also %s', async (_, body) => {
    const { documents } = await read(message(python, body), 'a.mbox');
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject({ title: 'Oil' });
    expect(documents[0]!.text).toContain(body.slice(0, 8).trim());
  });
});

describe('an archive', () => {
  const letter = docx('<w:p><w:r><w:t>Dear crew</w:t></w:r></w:p>');

  it('is the list of its files, and each of them a document', async () => {
    const bytes = writeZip([
      { name: 'letters/dear.docx', data: letter },
      { name: 'letters/', data: '' },
      { name: 'stock.csv', data: 'Part,Price\nGasket,4.25\nPump,19\n' },
      { name: '__MACOSX/letters/._dear.docx', data: 'resource' },
      { name: '.DS_Store', data: 'finder' },
    ]);
    const { documents, warnings } = await read(bytes, 'handover.zip');
    expect(warnings).toEqual([]);
    expect(documents.map(({ filename, fileType, parent }) => [filename, fileType, parent])).toEqual([
      ['handover.zip', 'zip', null],
      ['letters/dear.docx', 'docx', 0],
      ['stock.csv', 'csv', 0],
    ]);
    expect(documents[0]!.text).toBe('• letters/dear.docx\n• stock.csv');
    expect(documents[0]!.relations).toEqual([
      { type: 'archive_file', to: 1 },
      { type: 'archive_file', to: 2 },
    ]);
    expect(documents[1]!.text).toBe('Dear crew');
    expect(documents[2]!.text).toContain('4.25');
  });

  it('reads messages in it with what is attached to them', async () => {
    const mail =
      'From: a@example.org\nSubject: Two\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n' +
      '--x\nContent-Type: text/plain\n\nBody\n--x\nContent-Type: text/plain; name=n.txt\n' +
      'Content-Disposition: attachment; filename=n.txt\n\nNote\n--x--\n';
    const { documents } = await read(writeZip([{ name: 'in/two.eml', data: mail }]), 'a.zip');
    expect(documents.map(({ filename, parent }) => [filename, parent])).toEqual([
      ['a.zip', null],
      ['in/two.eml', 0],
      ['n.txt', 1],
    ]);
  });

  it('leaves out what cannot be read, and names it', async () => {
    const inner = writeZip([{ name: 'deep.txt', data: 'deep' }]);
    const bytes = writeZip([
      { name: 'good.txt', data: 'Good words.' },
      { name: 'program.exe', data: Buffer.from('4d5a90000300000004000000ffff0000', 'hex') },
      { name: 'secret.txt', data: 'secret', declared: { flags: 1 } },
      { name: 'odd.txt', data: 'odd', declared: { method: 12 } },
      { name: 'false.txt', data: 'false', declared: { crc32: 1 } },
      { name: 'inner.zip', data: inner },
    ]);
    const { documents, warnings } = await read(bytes, 'a.zip');
    expect(documents.map(({ filename }) => filename)).toEqual(['a.zip', 'good.txt']);
    expect(warnings).toHaveLength(5);
    for (const name of ['program.exe', 'secret.txt', 'odd.txt', 'false.txt', 'inner.zip'])
      expect(warnings.filter((sentence) => sentence.includes(JSON.stringify(name)))).toHaveLength(1);
    expect(warnings.find((sentence) => sentence.includes('secret.txt'))).toContain('password');
    expect(warnings.find((sentence) => sentence.includes('inner.zip'))).toContain(
      'archive within an archive',
    );
  });

  it('refuses an archive that a message in it holds', async () => {
    const inner = writeZip([{ name: 'deep.txt', data: 'deep' }]).toString('base64');
    const mail =
      'From: a@example.org\nSubject: Files\nMIME-Version: 1.0\nContent-Type: application/zip; name=i.zip\n' +
      `Content-Disposition: attachment; filename=i.zip\nContent-Transfer-Encoding: base64\n\n${inner}\n`;
    const { documents, warnings } = await read(writeZip([{ name: 'm.eml', data: mail }]), 'a.zip');
    expect(documents.map(({ fileType }) => fileType)).toEqual(['zip', 'eml']);
    expect(warnings.join()).toContain('archive within an archive');
    const alone = await read(mail, 'm.eml');
    expect(alone.documents.map(({ filename }) => filename)).toEqual(['m.eml', 'i.zip', 'deep.txt']);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\Windows\\a.txt', 'a.txt'],
    ['a/./b/../../../c.txt', 'c.txt'],
    ['a\u0000b.txt', 'ab.txt'],
    ['..', 'file-1'],
  ])('names a file in it that calls itself %j %j', async (name, shown) => {
    const { documents } = await read(writeZip([{ name, data: 'Words of a text.' }]), 'a.zip');
    expect(documents.map(({ filename }) => filename)).toEqual(['a.zip', shown]);
  });

  it('reads names in UTF-8 that are not declared so, and names of DOS', async () => {
    const flags = 0;
    const bytes = writeZip([
      { name: 'Größe.txt', data: 'Eins.', declared: { flags } },
      { name: 'GrXXe 2.txt', data: 'Zwei.', declared: { flags } },
    ]);
    for (let at = bytes.indexOf('XX'); at >= 0; at = bytes.indexOf('XX', at)) bytes.set([0x94, 0xe1], at);
    const { documents } = await read(bytes, 'a.zip');
    expect(documents.map(({ filename }) => filename)).toEqual(['a.zip', 'Größe.txt', 'Größe 2.txt']);
  });

  it('by Info-ZIP, with one file that needs a password', async () => {
    const { documents, warnings } = await readPath(join(folder, 'info-zip.zip'), 'a.zip');
    expect(documents.map(({ filename, text }) => [filename, text])).toEqual([
      ['a.zip', '• Briefe/Übergabe.txt\n• geheim.txt'],
      ['Briefe/Übergabe.txt', 'Die Pumpe ist bestellt.'],
    ]);
    expect(warnings).toEqual([
      'The file "geheim.txt" was left out: The file is protected by a password. Remove it and try again.',
    ]);
  });

  it('of more files than a file may have documents tells that it leaves some out', async () => {
    const parts = Array.from({ length: 120 }, (_, at) => ({ name: `${at}.txt`, data: `Text ${at}.` }));
    const { documents, warnings } = await read(writeZip(parts), 'a.zip');
    expect(documents).toHaveLength(100);
    expect(documents[0]!.text).toContain('119.txt');
    expect(warnings).toEqual(['Files past the limits (5 levels, 100 documents) were left out.']);
  });

  it('keeps off a bomb', async () => {
    const bytes = writeZip([
      { name: 'good.txt', data: 'Good words.' },
      { name: 'bomb.txt', data: Buffer.alloc(64 * 1024 * 1024) },
    ]);
    const { documents, warnings } = await read(bytes, 'a.zip');
    expect(documents.map(({ filename }) => filename)).toEqual(['a.zip', 'good.txt']);
    expect(warnings).toEqual([expect.stringContaining('"bomb.txt" was left out')]);
  });

  it.each<[what: string, bytes: Buffer, code: string]>([
    ['without files', writeZip([{ name: 'a/', data: '' }]), 'empty_file'],
    ['with a password', writeZip([{ name: 'a.txt', data: 'x', declared: { flags: 1 } }]), 'encrypted_file'],
    ['that is a program', writeZip([{ name: 'META-INF/MANIFEST.MF', data: 'x' }]), 'unsupported_file_type'],
    ['that is a Pages file', writeZip([{ name: 'Index/Document.iwa', data: 'x' }]), 'unsupported_file_type'],
    ['that is cut off', writeZip([{ name: 'a.txt', data: 'words' }]).subarray(0, 40), 'parse_failed'],
  ])('%s is refused', async (_, bytes, code) => {
    await expect(read(bytes, 'a.zip')).rejects.toMatchObject({ code });
  });
});
