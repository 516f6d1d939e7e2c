import type MsgReader from '@kenjiuno/msgreader';
import { type FieldsData } from '@kenjiuno/msgreader';
import { charsetOfLabel, charsetWithLabel, decodeAll, detectCharset } from 'spreadsheet-reader/toolkit';
import { codePageOfLocale } from './locale-code-page';

/** Texts of a message, also those that are kept in 8 bits by the code page of the program that wrote them. */
export interface MsgTexts {
  fields: FieldsData;
  /** Text of a field of the message, of a recipient or an attachment. */
  text(owner: FieldsData, name: TextField): string | undefined;
  /** HTML that is kept as 8-bit text; null for none. */
  narrowHtml: Buffer | null;
}

/** Properties by the names that the reader of messages gives them ([MS-OXPROPS]). */
const PROPERTIES = {
  subject: [0x0037],
  senderName: [0x0c1a],
  body: [0x1000],
  headers: [0x007d],
  name: [0x3001],
  fileName: [0x3704, 0x3707],
} as const;
type TextField = keyof typeof PROPERTIES;

const NARROW_TEXT = 0x001e;
const NUMBER = 0x0003;
const HTML = 0x1013;
const [MESSAGE_CODE_PAGE, INTERNET_CODE_PAGE, LOCALE] = [0x3ffd, 0x3fde, 0x3ff1] as const;
/** Code pages that say nothing about 8-bit texts: UTF-16 and ASCII. */
const SILENT_PAGES = new Set([0, 1200, 1201, 20127]);
/** Bytes of the place of a property that lies elsewhere; its size and flags are told as its value. */
const placeBytes = 8;

/** Reads the fields of a message; its 8-bit texts come from the reader as a character for each byte. */
export async function readMsgTexts(reader: MsgReader): Promise<MsgTexts> {
  const narrow = new Map<FieldsData, Set<number>>();
  const numbers = new Map<FieldsData, Map<number, number>>();
  const narrowHtml = new Map<FieldsData, Buffer>();
  reader.parserConfig = {
    propertyObserver(owner, tag, raw) {
      const [property, type] = [tag >>> 16, tag & 0xffff];
      if (type === NUMBER && raw !== null && raw.length >= 4)
        entryOf(numbers, owner, () => new Map<number, number>()).set(
          property,
          Buffer.from(raw).readUInt32LE(),
        );
      if (type !== NARROW_TEXT) return;
      entryOf(narrow, owner, () => new Set<number>()).add(property);
      if (property === HTML && raw !== null && raw.length > placeBytes)
        narrowHtml.set(owner, Buffer.from(raw));
    },
  };
  const fields = reader.getFileData();
  const valueOf = (owner: FieldsData, name: TextField) => {
    const isNarrow = PROPERTIES[name].some((property) => narrow.get(owner)?.has(property));
    return { value: owner[name], isNarrow };
  };
  const narrowTexts = [fields, ...(fields.recipients ?? []), ...(fields.attachments ?? [])].flatMap((owner) =>
    (Object.keys(PROPERTIES) as TextField[])
      .map((name) => valueOf(owner, name))
      .flatMap(({ value, isNarrow }) => (isNarrow && value !== undefined ? [value] : [])),
  );
  const charset = await charsetOf(narrowTexts.join('\n'), numbers.get(fields) ?? new Map<number, number>());
  return {
    fields,
    narrowHtml: narrowHtml.get(fields) ?? null,
    text(owner, name) {
      const { value, isNarrow } = valueOf(owner, name);
      return value !== undefined && isNarrow ? decodeAll(Buffer.from(value, 'latin1'), charset) : value;
    },
  };
}

/**
 * Character set of the 8-bit texts: by the code page of the message. Where it has none, that of its HTML and
 * of its language are hints, between which the bytes decide.
 *
 * @param texts all of them, a character for each byte
 */
async function charsetOf(texts: string, numbers: ReadonlyMap<number, number>): Promise<string> {
  const bytes = Buffer.from(texts, 'latin1');
  const detected = await detectCharset({ read: (target, position) => bytes.copy(target, 0, position) });
  const locale = numbers.get(LOCALE);
  const pages = [
    numbers.get(MESSAGE_CODE_PAGE),
    numbers.get(INTERNET_CODE_PAGE),
    locale === undefined ? undefined : codePageOfLocale(locale),
  ].map((page) => (page === undefined || SILENT_PAGES.has(page) ? null : `cp${page}`));
  const header = /^Content-Type:[^\n]*?charset\s*=\s*"?([\w.:-]{2,40})/im.exec(texts)?.[1] ?? null;
  const labels = [...pages, header].filter((label) => label !== null);
  const evident = detected.charset !== 'windows-1252' && pages[0] === null;
  const agreed = evident && labels.some((label) => charsetOfLabel(label) === detected.charset);
  return agreed ? detected.charset : charsetWithLabel(detected, labels[0] ?? null);
}

function entryOf<K, V>(map: Map<K, V>, key: K, empty: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const entry = empty();
  map.set(key, entry);
  return entry;
}
