import { type AuditedClient, type AuditedQuery, type AuditFacts } from '../../../domain/products/audit';
import { type AuditSetting } from '../../../domain/products/settings';
import { redactText } from '../../../privacy';
import { type AuditedIndex } from './find-index';
import { type AuditKeys } from './tenant-keys';

/** Entry whose texts are not yet fingerprinted. Of the answer it contains only ids. */
export interface EntryDraft {
  facts: Omit<AuditFacts, 'query' | 'clientIp' | 'filterFingerprint'>;
  /** Raw texts; null for those that the request does not have. */
  texts: Record<'query' | 'filter' | 'address', string | null>;
  rule: AuditedIndex['rule'];
}

/** Facts of an entry, with its texts in the form that the rule of its index requires. */
export function entryFacts({ facts, texts, rule }: EntryDraft, { fingerprint }: AuditKeys): AuditFacts {
  const { query, filter, address } = texts;
  return {
    ...facts,
    query: query === null ? null : keptQuery(query, rule.query_text, fingerprint),
    clientIp: keptAddress(address, rule.client_ip, fingerprint),
    filterFingerprint: filter === null || rule.query_text === 'none' ? null : fingerprint('filter', filter),
  };
}

function keptQuery(
  text: string,
  mode: AuditedQuery['mode'],
  fingerprint: AuditKeys['fingerprint'],
): AuditedQuery {
  const texts: Record<typeof mode, string | null> = {
    redacted: redactText(text),
    hashed: null,
    none: null,
    full: text,
  };
  return { mode, text: texts[mode], fingerprint: mode === 'none' ? null : fingerprint('query', text) };
}

function keptAddress(
  address: string | null,
  mode: Required<AuditSetting>['client_ip'],
  fingerprint: AuditKeys['fingerprint'],
): AuditedClient {
  const isKept = mode !== 'none' && address !== null;
  return {
    mode,
    fingerprint: isKept ? fingerprint('address', address) : null,
    address: mode === 'full' ? address : null,
  };
}
