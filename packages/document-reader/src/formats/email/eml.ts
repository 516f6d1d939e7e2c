import { readFile } from 'node:fs/promises';
import { type Address, type Email } from 'postal-mime';
import { type BlockSink, type FormatInput } from '../../block-sink';
import { isoDate, type Message, messageIds, personText, readMessage } from './message';
import { type MessageHead } from './message-head';
import { parseMime } from './mime-parser';
import { withWinmail } from './winmail';

/** Levels of nested parts; real messages have a handful. */
const partsDepthMax = 64;

/** Reads an e-mail as sent (RFC 5322, MIME). Messages in it are attachments, whatever their disposition. */
export async function parseEml({ path, ...input }: FormatInput, sink: BlockSink): Promise<MessageHead> {
  return readMessage(await readMime(await readFile(path), sink), { path, ...input }, sink);
}

/** Takes an e-mail apart. */
export async function readMime(bytes: Buffer, sink: BlockSink): Promise<Message> {
  const email = await parseMime(bytes, { forceRfc822Attachments: true, maxNestingDepth: partsDepthMax });
  return withWinmail(messageOf(email), sink);
}

function messageOf(email: Email): Message {
  return {
    subject: (email.subject ?? '').replace(/\s+/g, ' ').trim(),
    from: people(email.from ? [email.from] : email.sender ? [email.sender] : [])[0] ?? null,
    to: people(email.to),
    cc: people(email.cc),
    bcc: people(email.bcc),
    date: isoDate(email.date),
    thread: {
      messageId: messageIds(email.messageId)[0] ?? null,
      inReplyTo: messageIds(email.inReplyTo)[0] ?? null,
      references: messageIds(email.references),
    },
    html: email.html ?? null,
    text: email.text ?? null,
    attachments: email.attachments.map(({ filename, mimeType, contentId, content }) => ({
      filename: filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : null),
      contentType: mimeType,
      contentId: contentId?.replace(/^<|>$/g, '') ?? null,
      content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
  };
}

function people(addresses: readonly Address[] | undefined): string[] {
  return (addresses ?? [])
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => personText(name, address))
    .filter((person) => person !== '');
}
