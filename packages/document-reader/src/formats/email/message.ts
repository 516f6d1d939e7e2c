import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, placeless } from '../../block';
import { type BlockSink, type FormatInput, figureIdOf } from '../../block-sink';
import { type ContainedFile } from '../../container-head';
import { readHtmlBlocks } from '../html';
import { emitText } from '../text';
import { type MessageHead, type MessageMetadata, type MessageThread } from './message-head';

/** A message, the same for EML and MSG. People are written as `Name <address>`. */
export interface Message {
  subject: string;
  from: string | null;
  to: string[];
  cc: string[];
  bcc: string[];
  /** ISO 8601 in UTC; null where it is missing or no date. */
  date: string | null;
  thread: MessageThread;
  html: string | null;
  text: string | null;
  attachments: {
    filename: string | null;
    contentType: string | null;
    /** Content id by which the text shows the file as an image; null for a separate file. */
    contentId: string | null;
    content: Uint8Array;
  }[];
}

const addressesMax = 1_000;
const filesMax = 1_000;

/**
 * Writes the text of a message under its subject, and stores its attachments as files in the scratch folder.
 */
export function readMessage(message: Message, input: FormatInput, sink: BlockSink): MessageHead {
  const { subject, from, to, cc, date } = message;
  if (subject !== '') sink.block({ ...placeless, kind: 'heading', level: 1, text: subject });
  const lines = [
    ['From', from ?? ''],
    ['To', to.join(', ')],
    ['Cc', cc.join(', ')],
    ['Date', date ?? ''],
  ].filter(([, value]) => value !== '');
  if (lines.length > 0) {
    sink.block({
      ...placeless,
      kind: 'paragraph',
      text: lines.map(([name, value]) => `${name}: ${value}`).join('\n'),
    });
  }
  const shown = readBody(message, sink);
  const files = message.attachments.filter(({ contentId }) => contentId === null || !shown.has(contentId));
  if (files.length > filesMax)
    sink.warn(`A message has more than ${filesMax} attachments; the others were left out.`);
  return {
    title: subject === '' ? null : subject,
    language: null,
    pageCount: null,
    metadata: metadataOf(message),
    thread: message.thread,
    attachments: files.slice(0, filesMax).map((file, index) => store(file, index, input.scratchDirectory)),
  };
}

/**
 * Writes the body and returns the content ids of the images that it shows. The HTML body has the structure;
 * the text body is the fallback.
 */
function readBody({ html, text, attachments }: Message, sink: BlockSink): Set<string> {
  const shown = new Set<string>();
  /**
   * Text blocks of the HTML body; in some messages it holds only images, and the text is in the text body.
   */
  const texts = { count: 0 };
  const countText = (block: Block) => {
    if (block.kind !== 'figure') texts.count++;
    sink.block(block);
  };
  if (html !== null) {
    readHtmlBlocks(html, {
      block: countText,
      picture: (source) => {
        const id = source.replace(/^cid:/i, '');
        const picture = id === source ? undefined : attachments.find(({ contentId }) => contentId === id);
        if (!picture?.contentType?.startsWith('image/')) return figureIdOf(null, source);
        shown.add(id);
        const figureId = figureIdOf(null, picture.content);
        sink.figure({ figureId, page: null, contentType: picture.contentType, bytes: picture.content });
        return figureId;
      },
    });
  }
  if (texts.count === 0 && text !== null) emitText(text, { block: countText });
  if (texts.count === 0 && shown.size === 0)
    sink.warn('The message has no body: only its head and its attachments were read.');
  return shown;
}

function metadataOf({ subject, from, to, cc, bcc, date, thread }: Message): MessageMetadata {
  const all: Record<string, string | string[] | null> = {
    email_subject: subject,
    email_from: from,
    email_to: to.slice(0, addressesMax),
    email_cc: cc.slice(0, addressesMax),
    email_bcc: bcc.slice(0, addressesMax),
    email_date: date,
    email_message_id: thread.messageId,
    email_in_reply_to: thread.inReplyTo,
    email_references: thread.references,
  };
  const metadata: MessageMetadata = {};
  for (const [key, value] of Object.entries(all)) {
    if (value !== null && value.length > 0) metadata[key] = value;
  }
  return metadata;
}

function store(file: Message['attachments'][number], index: number, directory: string): ContainedFile {
  const path = join(directory, `attachment-${index}`);
  writeFileSync(path, file.content);
  return { path, filename: file.filename, contentType: file.contentType, byteSize: file.content.length };
}

/** Message ids in a header field, without angle brackets. */
export function messageIds(field: string | undefined | null): string[] {
  return [...(field ?? '').matchAll(/<([^<>\s]{1,998})>/g)].map(([, id]) => id!).slice(-100);
}

/** `Name <address>` of a person, as far as both are known. */
export function personText(name: string | undefined, address: string | undefined): string {
  const shownName = (name ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(.*)'$/, '$1');
  const shownAddress = (address ?? '').trim();
  if (shownName === '' || shownName === shownAddress) return shownAddress;
  return shownAddress === '' ? shownName : `${shownName} <${shownAddress}>`;
}

/** Date of any usual form as ISO 8601 in UTC; null for other texts. */
export function isoDate(date: string | undefined): string | null {
  const time = Date.parse(date ?? '');
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}
