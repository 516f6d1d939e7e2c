import { readFile } from 'node:fs/promises';
import MsgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { decode, encodingExists } from 'iconv-lite';
import { type BlockSink, type FormatInput } from '../../block-sink';
import { ParseError } from '../../parse-error';
import { isoDate, messageIds, personText, readMessage } from './message';
import { type MessageHead } from './message-head';

const attachmentsMax = 1_000;

/** Reads a message as Outlook saves it ([MS-OXMSG]); appointments and tasks too. */
export async function parseMsg(input: FormatInput, sink: BlockSink): Promise<MessageHead> {
  const bytes = await readFile(input.path);
  const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const fields = reader.getFileData();
  if (fields.error !== undefined) throw new ParseError('parse_failed', 'The message is damaged.');
  return readMessage(messageOf(fields, reader, sink), input, sink);
}

function messageOf(
  fields: FieldsData,
  reader: MsgReader,
  sink: BlockSink,
): Parameters<typeof readMessage>[0] {
  const header = (name: string) =>
    new RegExp(`^${name}:[ \\t]*((?:.*)(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(fields.headers ?? '')?.[1];
  const recipients = (type: 'to' | 'cc' | 'bcc') =>
    (fields.recipients ?? [])
      .filter((person) => (person.recipType ?? 'to') === type)
      .map(personOf)
      .filter((person) => person !== '');
  const references = messageIds(header('References'));
  return {
    subject: (fields.subject ?? '').replace(/\s+/g, ' ').trim(),
    from: personText(fields.senderName, senderAddress(fields)) || null,
    to: recipients('to'),
    cc: recipients('cc'),
    bcc: recipients('bcc'),
    date: isoDate(
      fields.clientSubmitTime ?? fields.messageDeliveryTime ?? header('Date') ?? fields.creationTime,
    ),
    thread: {
      messageId: messageIds(fields.messageId ?? header('Message-ID'))[0] ?? null,
      inReplyTo: messageIds(header('In-Reply-To'))[0] ?? null,
      references,
    },
    html: htmlOf(fields),
    text: fields.body ?? null,
    attachments: attachmentsOf(fields, reader, sink),
  };
}

/** Addresses within an Exchange server are paths of its directory and mean nothing outside. */
function senderAddress(fields: FieldsData): string | undefined {
  const addresses = [fields.senderSmtpAddress, fields.sentRepresentingSmtpAddress, fields.senderEmail];
  return addresses.find((address) => address?.includes('@'));
}

function personOf({ name, smtpAddress, email }: FieldsData): string {
  return personText(
    name,
    [smtpAddress, email].find((address) => address?.includes('@')),
  );
}

function htmlOf({ bodyHtml, html, internetCodepage }: FieldsData): string | null {
  if (html === undefined || html.length === 0) return bodyHtml ?? null;
  const bytes = Buffer.from(html);
  const declared = /charset\s*=\s*["']?\s*([\w-]{2,40})/i.exec(bytes.toString('latin1', 0, 4_096))?.[1];
  const charset =
    internetCodepage === undefined
      ? declared
      : internetCodepage === 65_001
        ? 'utf-8'
        : `cp${internetCodepage}`;
  return decode(bytes, charset !== undefined && encodingExists(charset) ? charset : 'utf-8');
}

function attachmentsOf(
  fields: FieldsData,
  reader: MsgReader,
  sink: BlockSink,
): Parameters<typeof readMessage>[0]['attachments'] {
  const attachments: Parameters<typeof readMessage>[0]['attachments'] = [];
  for (const attachment of (fields.attachments ?? []).slice(0, attachmentsMax)) {
    try {
      const { fileName, content } = reader.getAttachment(attachment);
      const named = attachment.fileName ?? attachment.name ?? fileName;
      attachments.push({
        filename: attachment.innerMsgContent === true && !/\.msg$/i.test(named) ? `${named}.msg` : named,
        contentType: attachment.attachMimeTag ?? null,
        contentId: attachment.pidContentId ?? null,
        content,
      });
    } catch {
      // Links to files on a server, and OLE objects, have no bytes in the message.
      sink.warn('An attachment of the message has no content in it; it was left out.');
    }
  }
  return attachments;
}
