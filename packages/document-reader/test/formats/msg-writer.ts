import iconv from 'iconv-lite';
import { writeCompoundFile } from '../../../spreadsheet-reader/test/xls/compound-file-writer';

/** A message as Outlook saves it. Texts are kept in 8 bits where `narrow` names their character set. */
export interface WrittenMsg {
  subject: string;
  sender?: string;
  body?: string;
  html?: Buffer;
  rtf?: Buffer;
  narrow?: string;
  messageCodePage?: number;
  internetCodePage?: number;
  locale?: number;
}

/** Writes a message of one storage ([MS-OXMSG]). */
export function msgOf({ subject, sender, body, html, rtf, narrow, ...numbers }: WrittenMsg): Buffer {
  const streams: Record<string, Buffer> = {};
  const entries: Buffer[] = [];

  function add(tag: number, value: Buffer): void {
    const variable = (tag & 0xffff) !== 3;
    if (variable) streams[`__substg1.0_${tag.toString(16).toUpperCase().padStart(8, '0')}`] = value;
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(tag, 0);
    entry.writeUInt32LE(6, 4);
    entry.writeUInt32LE(variable ? value.length : value.readUInt32LE(), 8);
    entries.push(entry);
  }
  const addText = (id: number, text: string | undefined) => {
    if (text === undefined) return;
    if (narrow === undefined) add(id * 0x10000 + 0x1f, Buffer.from(text, 'utf16le'));
    else add(id * 0x10000 + 0x1e, iconv.encode(text, narrow));
  };
  const addNumber = (id: number, value: number | undefined) => {
    if (value === undefined) return;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    add(id * 0x10000 + 3, bytes);
  };

  addText(0x1a, 'IPM.Note');
  addText(0x37, subject);
  addText(0xc1a, sender);
  addText(0x1000, body);
  addNumber(0x3ffd, numbers.messageCodePage);
  addNumber(0x3fde, numbers.internetCodePage);
  addNumber(0x3ff1, numbers.locale);
  if (html) add(0x10130102, html);
  if (rtf) add(0x10090102, rtf);
  streams['__properties_version1.0'] = Buffer.concat([Buffer.alloc(32), ...entries]);
  return writeCompoundFile(streams);
}

/** RTF in the container of compressed RTF, of literal bytes only ([MS-OXRTFCP]). */
export function compressed(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, 'latin1');
  const content: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 8) content.push(Buffer.from([0]), bytes.subarray(at, at + 8));
  // The end is a reference to the place where the next byte would be written.
  const place = (207 + bytes.length) % 4096;
  const end = Buffer.alloc(2);
  end.writeUInt16BE(place << 4);
  const whole = bytes.length % 8 === 0;
  if (!whole) content[content.length - 2] = Buffer.from([1 << (bytes.length % 8)]);
  content.push(...(whole ? [Buffer.from([1]), end] : [end]));
  const packed = Buffer.concat(content);
  const head = Buffer.alloc(16);
  head.writeUInt32LE(packed.length + 12, 0);
  head.writeUInt32LE(bytes.length, 4);
  head.writeUInt32LE(0x75465a4c, 8);
  return Buffer.concat([head, packed]);
}
