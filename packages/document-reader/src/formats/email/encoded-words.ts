import { decodeLabelled } from 'spreadsheet-reader/toolkit';

/** Encoded words of one character set and encoding, side by side (RFC 2047; RFC 2231 adds a language). */
const WORDS = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([QqBb])\?([^?]*)\?=(?:\s*=\?\1(?:\*[^?\s]*)?\?\2\?[^?]*\?=)*/g;
const WORD = /=\?[^?\s]+\?[QqBb]\?([^?]*)\?=/g;
/** Parameter with its character set (RFC 2231, 4). */
const PARAMETER = /([\w-]+\*(?:0\*)?)=([\w.:-]{2,40})'([\w-]*)'([^;\s]*)/g;

/**
 * Writes a field of a message's head anew with all its encoded words and parameters in UTF-8, read as
 * {@link decodeLabelled} has them. Words side by side are one text, as a character may be cut between them.
 */
export async function fieldInUtf8(field: string): Promise<string> {
  const words = await replaceEach(field, WORDS, async ([run, label, encoding]) => {
    const text = await wordsText(run, label!, encoding!.toUpperCase() === 'B');
    return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  });
  return replaceEach(words, PARAMETER, async ([, name, label, language, value]) => {
    const bytes = Buffer.from(
      value!.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    );
    return `${name}=utf-8'${language}'${encodeURIComponent(await decodeLabelled(bytes, label!))}`;
  });
}

async function wordsText(run: string, label: string, base64: boolean): Promise<string> {
  const pieces = [...run.matchAll(WORD)].map(([, content]) =>
    base64 ? Buffer.from(content!, 'base64') : quotedBytes(content!),
  );
  const joined = await decodeLabelled(Buffer.concat(pieces), label);
  if (pieces.length === 1 || !joined.includes('\ufffd')) return joined;
  const single = await Promise.all(pieces.map((piece) => decodeLabelled(piece, label)));
  return single.join('');
}

function quotedBytes(content: string): Buffer {
  const text = content
    .replace(/_/g, ' ')
    .replace(/=\s*([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}

async function replaceEach(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => Promise<string>,
): Promise<string> {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index), await replacement(match));
    end = match.index + match[0].length;
  }
  return end === 0 ? text : parts.join('') + text.slice(end);
}
