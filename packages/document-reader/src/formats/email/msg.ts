import { readFile } from 'node:fs/promises';
import MsgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { decodeLabelled } from 'spreadsheet-reader/toolkit';
import { type BlockSink, type FormatInput } from '../../block-sink';
import { DocumentError } from '../../document-error';
import { charsetOfMarkup } from '../text/read-text';
import { isoDate, messageIds, personText, readMessage } from './message';
import { type MessageHead } from './message-head';
import { type MsgTexts, readMsgTexts } from './msg-texts';
import { bodyOfRtf } from './rtf-body';
import { withWinmail } from './winmail';

const attachmentsMax = 1_000;

/** Reads a message as Outlook saves it ([MS-OXMSG]); appointments and tasks too. */
export async function parseMsg(input: FormatInput, sink: BlockSink): Promise<MessageHead> {
  const bytes = await readFile(input.path);
  const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const texts = await readMsgTexts(reader);
  if (texts.fields.error !== undefined) throw new DocumentError('corrupt', 'The message is damaged.');
  return readMessage(await withWinmail(await messageOf(texts, reader, sink), sink), input, sink);
}

async function messageOf(
  texts: MsgTexts,
  reader: MsgReader,
  sink: BlockSink,
): Promise<Parameters<typeof readMessage>[0]> {
  const { fields } = texts;
  const headers = texts.text(fields, 'headers') ?? '';
  const header = (name: string) =>
    new RegExp(`^${name}:[ \\t]*((?:.*)(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(headers)?.[1];
  const recipients = (type: 'to' | 'cc' | 'bcc') =>
    (fields.recipients ?? [])
      .filter((person) => (person.recipType ?? 'to') === type)
      .map((person) => personOf(person, texts))
      .filter((person) => person !== '');
  const references = messageIds(header('References'));
  return {
    subject: (texts.text(fields, 'subject') ?? '').replace(/\s+/g, ' ').trim(),
    from: personText(texts.text(fields, 'senderName'), senderAddress(fields)) || null,
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
    ...(await bodyOf(texts, sink)),
    attachments: attachmentsOf(texts, reader, sink),
  };
}

/** Addresses within an Exchange server are paths of its directory and mean nothing outside. */
function senderAddress(fields: FieldsData): string | undefined {
  const addresses = [fields.senderSmtpAddress, fields.sentRepresentingSmtpAddress, fields.senderEmail];
  return addresses.find((address) => address?.includes('@'));
}

function personOf(person: FieldsData, texts: MsgTexts): string {
  return personText(
    texts.text(person, 'name'),
    [person.smtpAddress, person.email].find((address) => address?.includes('@')),
  );
}

/** Body of a message: HTML, plain text, or RTF, which Outlook keeps alone in some messages. */
async function bodyOf(
  texts: MsgTexts,
  sink: BlockSink,
): Promise<{ html: string | null; text: string | null }> {
  const html = await htmlOf(texts);
  const text = texts.text(texts.fields, 'body') ?? null;
  const { compressedRtf } = texts.fields;
  if (html !== null || (text ?? '').trim() !== '' || compressedRtf === undefined) return { html, text };
  return bodyOfRtf(compressedRtf, sink);
}

async function htmlOf({ fields, narrowHtml }: MsgTexts): Promise<string | null> {
  const { bodyHtml, html, internetCodepage } = fields;
  const bytes = html !== undefined && html.length > 0 ? Buffer.from(html) : narrowHtml;
  if (bytes === null) return bodyHtml ?? null;
  const label = internetCodepage === undefined ? null : `cp${internetCodepage}`;
  return decodeLabelled(bytes, label === null || label === 'cp20127' ? charsetOfMarkup(bytes) : label);
}

function attachmentsOf(
  texts: MsgTexts,
  reader: MsgReader,
  sink: BlockSink,
): Parameters<typeof readMessage>[0]['attachments'] {
  const attachments: Parameters<typeof readMessage>[0]['attachments'] = [];
  for (const attachment of (texts.fields.attachments ?? []).slice(0, attachmentsMax)) {
    try {
      const { fileName, content } = reader.getAttachment(attachment);
      const named = texts.text(attachment, 'fileName') ?? texts.text(attachment, 'name') ?? fileName;
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
