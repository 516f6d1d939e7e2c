import { type ParsedDocument } from '../parsing';

/** Text about a document, after a word for its kind. */
export interface Fact {
  label: string;
  value: string;
}

type Facts = Pick<ParsedDocument, 'filename' | 'title' | 'metadata' | 'message' | 'parent'>;

const labels: Readonly<Record<string, string>> = {
  email_subject: 'Subject: ',
  email_from: 'From: ',
  email_to: 'To: ',
  email_cc: 'Cc: ',
  email_bcc: 'Bcc: ',
};
/** Metadata keys with ids that link the messages of a thread. */
const idKeys = new Set(['email_message_id', 'email_in_reply_to', 'email_references']);
/** Characters that replace spaces in file names. Each becomes one space, which keeps the offsets. */
const nameSpaces = /[_\-.+]/g;

/**
 * Texts about a document besides its chunks and pages. The name of the file itself is left out, because the
 * caller chose it.
 */
export function factsOf({ filename, title, metadata, parent }: Facts): Fact[] {
  const facts: Fact[] = [];
  if (title !== null) facts.push({ label: '', value: title });
  if (parent !== null)
    facts.push({ label: '', value: filename }, { label: '', value: filename.replace(nameSpaces, ' ') });
  for (const [key, value] of Object.entries(metadata))
    if (!idKeys.has(key))
      for (const text of listOf(value)) facts.push({ label: labels[key] ?? '', value: text });
  return facts;
}

/**
 * Masks the texts about a document besides its chunks and pages.
 *
 * @param mask masks one text, with the API name of its field
 * @param idOf replaces the id of a message with an opaque one; equal ids give equal results
 */
export function maskFacts<T extends Facts>(
  document: T,
  mask: (text: string, field: string) => string,
  idOf: (id: string) => string,
): T {
  const { filename, title, metadata, message, parent } = document;
  const maskEntry = ([key, value]: [string, string | string[]]) => {
    const change = idKeys.has(key) ? idOf : mask;
    const masked =
      typeof value === 'string' ? change(value, key) : value.map((one, n) => change(one, `${key}.${n}`));
    return [key, masked] as const;
  };
  return {
    ...document,
    filename: parent === null ? filename : mask(filename, 'filename'),
    title: title === null ? null : mask(title, 'title'),
    metadata: Object.fromEntries(Object.entries(metadata).map(maskEntry)),
    message: message && {
      messageId: message.messageId === null ? null : idOf(message.messageId),
      inReplyTo: message.inReplyTo === null ? null : idOf(message.inReplyTo),
      references: message.references.map(idOf),
    },
  };
}

function listOf(value: string | string[]): string[] {
  return typeof value === 'string' ? [value] : value;
}
