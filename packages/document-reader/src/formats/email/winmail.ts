import { decodeLabelled } from 'spreadsheet-reader/toolkit';
import { type BlockSink } from '../../block-sink';
import { charsetOfMarkup } from '../text/read-text';
import { type Message } from './message';
import { bodyOfRtf } from './rtf-body';
import { readTnef, type TnefAttachment, type TnefMessage } from './tnef';

const CONTENT_TYPE = /^application\/(?:vnd\.)?ms-tnef$/i;
const FILENAME = /^winmail\.dat$/i;

/**
 * A message with what Outlook has put into its `winmail.dat`: the files in it take its place, and its body
 * counts where the message has none of its own. One that cannot be read stays a file.
 */
export async function withWinmail(message: Message, sink: BlockSink): Promise<Message> {
  const attachments: Message['attachments'] = [];
  let { html, text } = message;
  for (const file of message.attachments) {
    const isNamed = CONTENT_TYPE.test(file.contentType ?? '') || FILENAME.test(file.filename ?? '');
    const tnef = isNamed ? readTnef(Buffer.from(file.content)) : null;
    if (tnef === null) {
      attachments.push(file);
      continue;
    }
    for (const inner of tnef.attachments) attachments.push(...(await fileOf(inner, tnef, sink)));
    if (html === null && (text ?? '').trim() === '') ({ html, text } = await bodyOf(tnef, sink));
  }
  return { ...message, html, text, attachments };
}

async function bodyOf(tnef: TnefMessage, sink: BlockSink): Promise<Pick<Message, 'html' | 'text'>> {
  if (tnef.html !== null)
    return { html: await decodeLabelled(tnef.html, charsetOfMarkup(tnef.html)), text: null };
  const text = tnef.wideText ?? (tnef.text === null ? null : await decoded(tnef.text, tnef));
  if ((text ?? '').trim() !== '' || tnef.compressedRtf === null) return { html: null, text };
  return bodyOfRtf(tnef.compressedRtf, sink);
}

async function fileOf(
  { title, name, contentType, contentId, content }: TnefAttachment,
  tnef: TnefMessage,
  sink: BlockSink,
): Promise<Message['attachments']> {
  if (content === null) {
    sink.warn('An attachment of the message has no content in it; it was left out.');
    return [];
  }
  const named = name ?? title;
  const filename = named === null || typeof named === 'string' ? named : await decoded(named, tnef);
  return [{ filename, contentType, contentId, content }];
}

function decoded(bytes: Buffer, { codePage }: TnefMessage): Promise<string> {
  return decodeLabelled(bytes, codePage === null ? null : `cp${codePage}`);
}
