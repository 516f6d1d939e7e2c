import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';
import { decodeLabelled } from 'spreadsheet-reader/toolkit';
import { charsetOfMarkup } from '../text/read-text';
import { fieldInUtf8 } from './encoded-words';

/** A part of a message, as far as `postal-mime` 4.0.0 is relied on beyond its declared interface. */
interface MimePart {
  state: 'header' | 'body' | 'finished';
  contentType: { parsed: { value: string; params: Record<string, string> }; multipart: string | false };
  contentDisposition: { parsed: { value: string } };
  content: ArrayBuffer | Uint8Array | null;
}

/** Steps of the parser that see each line, and each part, before their bytes become text. */
interface ParserSteps {
  currentNode: MimePart;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  collectNode(part: MimePart, ...context: unknown[]): Promise<void>;
}

/** Bytes of a message in which the first label of a character set is looked for. */
const labelBytesMax = 64 * 1024;
const [SPACE, TAB, DASH] = [0x20, 0x09, 0x2d] as const;

/**
 * Parses a message with `postal-mime`, which decodes with `TextDecoder`: in Node 20 that has no Windows-1252,
 * and code page 949 only in part. The parser therefore gets all texts in UTF-8: fields of each part's head,
 * also raw 8-bit ones, and the contents of text parts.
 */
export async function parseMime(bytes: Buffer, options: PostalMimeOptions): Promise<Email> {
  const parser = new PostalMime(options);
  const steps = parser as unknown as ParserSteps;
  const processLine = steps.processLine.bind(parser);
  const collectNode = steps.collectNode.bind(parser);
  const label = firstLabel(bytes);
  let field: Buffer[] = [];

  async function endField(isFinal: boolean): Promise<void> {
    if (field.length === 0) return;
    const raw = Buffer.concat(field);
    field = [];
    const text = Buffer.from(await fieldInUtf8(await decodeLabelled(raw, label)));
    await processLine(new Uint8Array(text), isFinal);
  }

  steps.processLine = async (line, isFinal) => {
    const continues = line[0] === SPACE || line[0] === TAB;
    if (!continues || steps.currentNode.state !== 'header') await endField(false);
    if (steps.currentNode.state !== 'header' || line.length === 0 || (line[0] === DASH && line[1] === DASH)) {
      await processLine(line, isFinal);
      return;
    }
    field.push(Buffer.from(line));
    if (isFinal) await endField(true);
  };
  steps.collectNode = async (part, ...context) => {
    if (!part.contentType.multipart) await contentToUtf8(part);
    await collectNode(part, ...context);
  };
  return parser.parse(bytes);
}

/** Character set that a message names first, for fields that are raw 8-bit texts. */
function firstLabel(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, labelBytesMax);
  return (
    /charset\s*=\s*["']?([\w.:-]{2,40})/i.exec(start)?.[1] ??
    /=\?([\w.:-]{2,40})\?[QB]\?/i.exec(start)?.[1] ??
    null
  );
}

const CALENDARS = new Set(['text/calendar', 'application/ics']);
const TEXTS = new Set(['text/plain', 'text/html']);

/** Writes the content of a text part in UTF-8. A file that is attached keeps its bytes. */
async function contentToUtf8(part: MimePart): Promise<void> {
  const { value: type, params } = part.contentType.parsed;
  const shown = TEXTS.has(type) && part.contentDisposition.parsed.value !== 'attachment';
  if (part.content === null || !(shown || CALENDARS.has(type))) return;
  const content = Buffer.from(new Uint8Array(part.content));
  const label = params.charset ?? (type === 'text/html' ? charsetOfMarkup(content) : null);
  part.content = new Uint8Array(Buffer.from(await decodeLabelled(content, label)));
  params.charset = 'utf-8';
}
