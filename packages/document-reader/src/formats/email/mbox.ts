import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeless } from '../../block';
import { type BlockSink, type FormatInput } from '../../block-sink';
import { type ContainerHead } from '../../container-head';
import { messageStarts } from '../../kind/mailbox';
import { readMime } from './eml';
import { readMessage } from './message';

const messagesMax = 10_000;
const filesMax = 1_000;
/** A line of a message that a mailbox would take for the begin of one, as it is quoted (mboxrd). */
const quotedFrom = /^>(>*From )/gm;

/**
 * Reads a mailbox (MBOX, RFC 4155): each message is a section under its subject. A message that cannot be
 * read is a warning.
 *
 * @returns the attachments of all messages, each with the metadata of its own
 */
export async function parseMbox(input: FormatInput, sink: BlockSink): Promise<ContainerHead> {
  const mailbox = readFileSync(input.path);
  const starts = messageStarts(mailbox);
  const attachments: ContainerHead['attachments'] = [];
  const count = Math.min(starts.length, messagesMax);
  for (let index = 0; index < count; index++) {
    const bytes = messageOf(mailbox.subarray(starts[index], starts[index + 1]));
    const message = await readMime(bytes, sink).catch(() => null);
    if (message === null) {
      sink.warn(`Message ${index + 1} of the mailbox could not be read.`);
      continue;
    }
    if (index > 0) sink.block({ ...placeless, kind: 'break' });
    const scratchDirectory = join(input.scratchDirectory, String(index));
    mkdirSync(scratchDirectory);
    const head = readMessage(message, { ...input, scratchDirectory }, sink);
    for (const attachment of head.attachments)
      if (attachments.length < filesMax) attachments.push({ ...attachment, metadata: head.metadata });
      else sink.warn(`Only the first ${filesMax} attachments of the mailbox were read.`);
  }
  if (starts.length > count) sink.warn(`Only the first ${count} messages of the mailbox were read.`);
  return { title: `Mailbox of ${count} messages`, language: null, pageCount: null, attachments };
}

/** Bytes of a message without the line that begins it. */
function messageOf(bytes: Buffer): Buffer {
  const body = bytes.subarray(bytes.indexOf('\n') + 1);
  if (!body.includes('>From ')) return body;
  return Buffer.from(body.toString('latin1').replace(quotedFrom, '$1'), 'latin1');
}
