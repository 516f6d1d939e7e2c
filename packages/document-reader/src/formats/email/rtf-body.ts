import { type BlockSink } from '../../block-sink';
import { readRtf } from '../rtf/read-rtf';
import { decompressRtf } from '../rtf/compressed-rtf';
import { type Message } from './message';

/** Body that Outlook keeps as compressed RTF; one that is damaged is left out with a warning. */
export function bodyOfRtf(compressed: Uint8Array, sink: BlockSink): Pick<Message, 'html' | 'text'> {
  const rtf = decompressRtf(Buffer.from(compressed));
  const body = rtf === null ? null : readRtf(rtf);
  if (body === null) sink.warn('The body of the message, in compressed RTF, is damaged; it was left out.');
  return {
    html: body?.kind === 'html' ? body.content : null,
    text: body?.kind === 'text' ? body.content : null,
  };
}
