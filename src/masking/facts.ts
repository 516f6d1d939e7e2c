import { type ParsedDocument } from '../parsing';

/** A text about a document, with a word before it that says what it is. */
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
/** Ids, by which messages of a thread find each other. */
const idKeys = new Set(['email_message_id', 'email_in_reply_to', 'email_references']);
/** Characters that stand for spaces in names of files; each becomes one, so that offsets stay. */
const nameSpaces = /[_\-.+]/g;

/** Texts of a document beside its chunks and pages. The name of the file itself is its owner's. */
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
 * Masks the texts of a document beside its chunks and pages.
 *
 * @param mask masks one text, which answers of the API call by the name of the field
 * @param idOf gives a name that tells nothing in place of the id of a message, the same for the same id
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
