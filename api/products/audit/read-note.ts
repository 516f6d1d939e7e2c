import { type RouteReply } from '../../http/route';
import { type AuditedIndex } from '../../../src/services/products/audit/find-index';

/** Facts of an answer with records, for the audit log. */
export interface ReadNote {
  index: AuditedIndex;
  /** Number of records or groups that were found; null where the answer counts none. */
  total: number | null;
  returnedIds: string[];
}

/**
 * Reads the note of an answer; null for an answer without one, such as a stored answer to a repeated request.
 */
export function readNoteOf({ noted }: RouteReply): ReadNote | null {
  return (noted as ReadNote | undefined) ?? null;
}
