import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../embedded/project-root';

/** A sentence with the personal data that people have marked in it. */
export interface LabelledSentence {
  text: string;
  /** `tag` is null for marked kinds that are none of ours: neither found nor missed. */
  spans: { start: number; end: number; tag: string | null }[];
}

const TAGS: Readonly<Record<string, string>> = {
  PERSON: 'PERSON',
  ADDRESS: 'ADDRESS',
  PHONE_NUMBER: 'PHONE',
  EMAIL_ADDRESS: 'EMAIL',
  CREDIT_CARD: 'CREDIT_CARD',
  IBAN_CODE: 'IBAN',
  US_SSN: 'SSN',
  US_DRIVER_LICENSE: 'DRIVER_LICENSE',
  IP_ADDRESS: 'IP_ADDRESS',
};

/** Sentences of a file in the form of `../shared/data/pii`; null where it is absent. */
export function readLabelled(
  file = join(projectRoot, '../shared/data/pii/sentences.ndjson'),
): LabelledSentence[] | null {
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { text, spans } = JSON.parse(line) as {
        text: string;
        spans: { start: number; end: number; type: string }[];
      };
      return { text, spans: spans.map(({ start, end, type }) => ({ start, end, tag: TAGS[type] ?? null })) };
    });
}
