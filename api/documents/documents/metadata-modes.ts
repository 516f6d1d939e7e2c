import { patchMetadataBody, putMetadataBody } from './metadata-schema';

/** The two modes of writing metadata, named after their HTTP methods. */
export const metadataModes = [
  {
    mode: 'put',
    verb: 'Replace',
    body: putMetadataBody,
    rule: 'Keys that are left out are removed; `{}` removes all.',
  },
  {
    mode: 'patch',
    verb: 'Change',
    body: patchMetadataBody,
    rule: 'Keys that are left out stay; null removes a key.',
  },
] as const;

/** Description of the answer to a batch of writes, for the documentation. */
export function batchNote(targets: string): string {
  return `Up to 100 ${targets}, as a batch.`;
}
