/** What an Outlook message keeps in its `winmail.dat` ([MS-OXTNEF]). */
export interface TnefMessage {
  /** Text in 8 bits, as `codePage` says; null for none. */
  text: Buffer | null;
  /** Text in Unicode; null for none. */
  wideText: string | null;
  html: Buffer | null;
  compressedRtf: Buffer | null;
  codePage: number | null;
  attachments: TnefAttachment[];
}

export interface TnefAttachment {
  /** Name in 8 bits. */
  title: Buffer | null;
  /** Name in Unicode, or as a property in 8 bits. */
  name: Buffer | string | null;
  contentType: string | null;
  contentId: string | null;
  content: Buffer | null;
}

const signature = 0x223e9f78;
const headBytes = 6;
/** Level, id and length before the bytes of an attribute; a checksum follows them. */
const attributeHeadBytes = 9;
const checksumBytes = 2;

const BODY = 0x0002800c;
const CODE_PAGE = 0x00069007;
const MESSAGE_PROPERTIES = 0x00069003;
const ATTACHMENT_BEGIN = 0x00069002;
const ATTACHMENT_TITLE = 0x00018010;
const ATTACHMENT_DATA = 0x0006800f;
const ATTACHMENT_PROPERTIES = 0x00069005;

/** Properties ([MS-OXPROPS]). */
const [PLAIN_BODY, RTF_BODY, HTML_BODY] = [0x1000, 0x1009, 0x1013] as const;
const [DATA, LONG_NAME, SHORT_NAME, MIME_TYPE, CONTENT_ID] = [
  0x3701, 0x3707, 0x3704, 0x370e, 0x3712,
] as const;

const attachmentsMax = 1_000;

/**
 * Reads the bytes of a `winmail.dat`; null for bytes that are none. What is cut off at the end is missing.
 */
export function readTnef(bytes: Buffer): TnefMessage | null {
  if (bytes.length < headBytes || bytes.readUInt32LE(0) !== signature) return null;
  const message: TnefMessage = {
    text: null,
    wideText: null,
    html: null,
    compressedRtf: null,
    codePage: null,
    attachments: [],
  };
  for (let at = headBytes; at + attributeHeadBytes <= bytes.length;) {
    const id = bytes.readUInt32LE(at + 1);
    const length = bytes.readUInt32LE(at + 5);
    const start = at + attributeHeadBytes;
    if (length > bytes.length - start) break;
    take(message, id, bytes.subarray(start, start + length));
    at = start + length + checksumBytes;
  }
  return message;
}

function take(message: TnefMessage, id: number, value: Buffer): void {
  if (id === BODY) message.text = withoutEnd(value);
  else if (id === CODE_PAGE && value.length >= 4) message.codePage = value.readUInt32LE(0);
  else if (id === MESSAGE_PROPERTIES) takeMessageProperties(message, value);
  else if (id === ATTACHMENT_BEGIN && message.attachments.length < attachmentsMax)
    message.attachments.push({ title: null, name: null, contentType: null, contentId: null, content: null });
  const attachment = message.attachments.at(-1);
  if (attachment === undefined) return;
  if (id === ATTACHMENT_TITLE) attachment.title = withoutEnd(value);
  else if (id === ATTACHMENT_DATA) attachment.content = value;
  else if (id === ATTACHMENT_PROPERTIES) takeAttachmentProperties(attachment, value);
}

function takeMessageProperties(message: TnefMessage, bytes: Buffer): void {
  const found = readProperties(bytes);
  const body = found.get(PLAIN_BODY);
  if (body !== undefined && body.type === UNICODE) message.wideText = textOf(body);
  else if (body !== undefined) message.text ??= withoutEnd(body.value);
  message.compressedRtf = found.get(RTF_BODY)?.value ?? null;
  const html = found.get(HTML_BODY);
  message.html = html?.type === BINARY ? html.value : null;
}

function takeAttachmentProperties(attachment: TnefAttachment, bytes: Buffer): void {
  const found = readProperties(bytes);
  const name = found.get(LONG_NAME) ?? found.get(SHORT_NAME);
  if (name !== undefined) attachment.name = name.type === UNICODE ? textOf(name) : withoutEnd(name.value);
  const textAt = (id: number) => (found.has(id) ? textOf(found.get(id)!) : null);
  attachment.contentType = textAt(MIME_TYPE);
  attachment.contentId = textAt(CONTENT_ID);
  const data = found.get(DATA);
  if (data?.type === BINARY) attachment.content ??= data.value;
}

interface Property {
  type: number;
  value: Buffer;
}

const [OBJECT, NARROW, UNICODE, BINARY] = [0x000d, 0x001e, 0x001f, 0x0102] as const;
const VARIABLE = new Set<number>([OBJECT, NARROW, UNICODE, BINARY]);
/** Bytes of the values of fixed types, as they lie in a list of several. */
const FIXED: Readonly<Record<number, number>> = {
  0x0002: 2,
  0x0003: 4,
  0x0004: 4,
  0x0005: 8,
  0x0006: 8,
  0x0007: 8,
  0x000a: 4,
  0x000b: 2,
  0x0014: 8,
  0x0040: 8,
  0x0048: 16,
};
const several = 0x1000;
const firstNamed = 0x8000;

/** The properties of a message or an attachment, by id, up to the first that cannot be read. */
function readProperties(bytes: Buffer): Map<number, Property> {
  const found = new Map<number, Property>();
  let at = 0;
  const number = (): number => {
    if (at + 4 > bytes.length) throw new RangeError('cut off');
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const piece = (length: number): Buffer => {
    if (length > bytes.length - at) throw new RangeError('cut off');
    const value = bytes.subarray(at, at + length);
    // Values end at multiples of four bytes.
    at += Math.ceil(length / 4) * 4;
    return value;
  };
  const readOne = () => {
    const tag = number();
    const [type, id] = [tag & 0xffff & ~several, tag >>> 16];
    if (id >= firstNamed) {
      piece(16);
      if (number() === 0) number();
      else piece(number());
    }
    const isList = (tag & several) !== 0;
    if (VARIABLE.has(type)) {
      for (let left = number(); left > 0; left--) {
        const value = piece(number());
        if (!found.has(id)) found.set(id, { type, value });
      }
      return;
    }
    const size = FIXED[type];
    if (size === undefined) throw new RangeError('unknown type');
    piece(size * (isList ? number() : 1));
  };
  try {
    for (let left = number(); left > 0; left--) readOne();
  } catch (error) {
    // Properties before the fault count.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

function textOf({ type, value }: Property): string {
  return type === UNICODE
    ? value.toString('utf16le').replace(/\0+$/, '')
    : withoutEnd(value).toString('latin1');
}

/** Bytes before the zero that ends a text. */
function withoutEnd(value: Buffer): Buffer {
  const end = value.indexOf(0);
  return end < 0 ? value : value.subarray(0, end);
}
