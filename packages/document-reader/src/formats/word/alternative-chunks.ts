import { type Block } from '../../block';
import { type BlockSink } from '../../block-sink';
import { readHtmlBlocks } from '../html';
import { parseMime } from '../email/mime-parser';
import { emitText } from '../text';
import { type OfficePart } from '../office/office-part';

const MIME_START = /^\s*(?:MIME-Version|Content-Type|From|Subject):/i;
const ZIP_START = 'PK\x03\x04';
const RTF_START = /^\s*\{\\rtf/;

/** Writes the blocks of an embedded text in another format; none where the part is missing. */
export type AlternativeChunks = (name: string | null, emit: (block: Block) => void) => void;

/**
 * Reads alternative format chunks, which Word imports when it opens the document (ECMA-376 part 1, 17.17.2):
 * HTML, MHTML and plain text, as report generators write them. Other formats are left out with a warning.
 */
export async function readAlternativeChunks(
  part: OfficePart,
  warn: BlockSink['warn'],
): Promise<AlternativeChunks> {
  const readers = new Map<string, (emit: (block: Block) => void) => void>();
  for (const name of part.related('aFChunk')) {
    const content = part.open(name)?.xml ?? '';
    if (content.startsWith(ZIP_START) || RTF_START.test(content)) {
      warn('A document within the document, in RTF or DOCX, was left out.');
      continue;
    }
    const { html = null, text = null } = MIME_START.test(content)
      ? await parseMime(Buffer.from(content), {})
      : /^\s*</.test(content)
        ? { html: content }
        : { text: content };
    readers.set(name, (emit) => {
      if (html !== null) readHtmlBlocks(html, { block: emit });
      else if (text !== null) emitText(text, { block: emit });
    });
  }
  return (name, emit) => readers.get(name ?? '')?.(emit);
}
