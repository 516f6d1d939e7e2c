import {
  type AuditAction,
  type AuditedClient,
  type AuditedQuery,
  type AuditFacts,
} from '../../../src/domain/products/audit';
import { principalsOf, tenantOf } from '../../../src/domain/products/key-scope';
import { type AuditSetting } from '../../../src/domain/products/settings';
import { redactText } from '../../../src/privacy';
import { canonicalJson } from '../../http/canonical-json';
import { refusalOf } from '../../http/family';
import { type AuditedRequest, type RequestOutcome } from '../../http/request-audit';
import { type AnyRefusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type RouteReply } from '../../http/route';
import { scopeOf } from '../keys/find-caller';
import { type AuditedIndex } from './audited-index';
import { readNoteOf } from './read-note';
import { type AuditKeys } from './tenant-keys';

/** Members of bodies that the audit log knows. */
interface KnownBody {
  name?: unknown;
  index?: unknown;
  target?: unknown;
  query?: unknown;
  filter?: unknown;
  filters?: unknown;
  actions?: { alias: string }[];
}

/** Longest `target`, in UTF-16 units: that of a record's id. */
const targetCharsMax = 512;

/** Facts of a request that it does not hold itself. */
export interface EntryContext {
  index: AuditedIndex;
  operator: string | null;
  /** Address of the client; null when nothing is known of it. */
  address: string | null;
  outcome: RequestOutcome;
}

/** An entry before its texts are turned into what is kept of them. It holds nothing of the answer but ids. */
export interface EntryDraft {
  facts: Omit<AuditFacts, 'query' | 'clientIp' | 'filterFingerprint'>;
  /** Raw texts; null for those that the request has not. */
  texts: Record<'query' | 'filter' | 'address', string | null>;
  rule: AuditedIndex['rule'];
}

/** Name of the index that a request is about, as it was sent; null for a request about none. */
export function askedIndex({
  route,
  params,
  body,
}: Pick<AuditedRequest, 'route' | 'params' | 'body'>): string | null {
  const { name, index, target } = bodyOf(body);
  if (route.action === 'index.create') return textOrNull(name) ?? params.index ?? null;
  return params.index ?? textOrNull(route.action === 'import' ? target : index);
}

/** Facts of a request for its entry. */
export function draftEntry(
  request: AuditedRequest,
  { index, operator, address, outcome }: EntryContext,
): EntryDraft {
  const { route, requestId } = request;
  const caller = request.caller!;
  const scope = scopeOf(caller);
  const { query, filter, filters } = bodyOf(request.body);
  const hasFilter = typeof filter === 'string' || filters !== undefined;
  const note = outcome.reply === null ? null : readNoteOf(outcome.reply);
  return {
    facts: {
      action: route.action as AuditAction,
      index: index.name,
      target: targetOf(request, outcome.reply),
      keyId: caller.keyId,
      operator,
      tenant: tenantOf(scope),
      principals: [...principalsOf(scope).allowed],
      ...endOf(outcome, route),
      total: note?.total ?? null,
      returnedIds: note?.returnedIds ?? [],
      tookMs: outcome.tookMs,
      requestId,
    },
    texts: {
      query: textOrNull(query),
      filter: hasFilter ? canonicalJson([filter ?? null, filters ?? null]) : null,
      address,
    },
    rule: index.rule,
  };
}

/** The facts of an entry, with texts as the rule of its index has them kept. */
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

function endOf({ reply, refusal }: RequestOutcome, { family }: AuditedRequest['route']) {
  if (reply !== null) return { status: reply.status, error: null };
  const { status, code } = refusalOf(family, refusalCode(refusal));
  return { status, error: code };
}

function refusalCode(refusal: AnyRefusal | ValidationError): Pick<AnyRefusal, 'code' | 'extra'> {
  return refusal instanceof ValidationError ? { code: 'validation_error', extra: {} } : refusal;
}

/** Object that was acted on: the one that the path names, else the one that the request has made. */
function targetOf({ route, params, body }: AuditedRequest, reply: RouteReply | null): string | null {
  const { actions } = bodyOf(body);
  const made = bodyOf(reply?.body) as { id?: unknown; job?: { id?: unknown } | null };
  const source = route.action === 'index.create' ? params.index : undefined;
  const target =
    source ??
    params.id ??
    params.key_id ??
    params.alias ??
    params.job_id ??
    actions?.map(({ alias }) => alias).join(',') ??
    textOrNull(made.id) ??
    textOrNull(made.job?.id);
  return target?.slice(0, targetCharsMax) ?? null;
}

function bodyOf(body: unknown): KnownBody {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? body : {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
