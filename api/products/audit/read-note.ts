import { type RouteReply } from '../../http/route';
import { type AuditedIndex } from '../../../src/services/products/audit/find-index';

/** Facts of an answer with records, for the audit log. */
export interface ReadNote {
  index: AuditedIndex;
  /** Records or groups that were found; null where none are counted. */
  total: number | null;
  returnedIds: string[];
}

/** The note of an answer; null for one that has none, such as a stored one that is sent again. */
export function readNoteOf({ noted }: RouteReply): ReadNote | null {
  return (noted as ReadNote | undefined) ?? null;
}
