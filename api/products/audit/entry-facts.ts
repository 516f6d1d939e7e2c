import { type AuditAction } from '../../../src/domain/products/audit';
import { principalsOf, scopeOf, tenantOf } from '../../../src/domain/products/key-scope';
import { canonicalJson } from '../../http/canonical-json';
import { refusalOf } from '../../http/family';
import { type AuditedRequest, type RequestOutcome } from '../../http/request-audit';
import { type AnyRefusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type RouteReply } from '../../http/route';
import { type EntryDraft } from '../../../src/services/products/audit/entry';
import { type AuditedIndex } from '../../../src/services/products/audit/find-index';
import { readNoteOf } from './read-note';

/** Members of request and answer bodies that the audit log reads. */
interface KnownBody {
  name?: unknown;
  index?: unknown;
  target?: unknown;
  query?: unknown;
  filter?: unknown;
  filters?: unknown;
  actions?: { alias: string }[];
}

/** Upper bound of `target` in UTF-16 units: the length of a record's id. */
const targetCharsMax = 512;

/** Facts for an entry that the request does not contain. */
export interface EntryContext {
  index: AuditedIndex;
  operator: string | null;
  /** Address of the client; null when unknown. */
  address: string | null;
  outcome: RequestOutcome;
}

/** Name of the index that a request addresses, as sent; null for a request that addresses none. */
export function askedIndex({
  route,
  params,
  body,
}: Pick<AuditedRequest, 'route' | 'params' | 'body'>): string | null {
  const { name, index, target } = bodyOf(body);
  if (route.action === 'index.create') return textOrNull(name) ?? params.index ?? null;
  return params.index ?? textOrNull(route.action === 'import' ? target : index);
}

/** Draft of the entry for a request. */
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

function endOf({ reply, refusal }: RequestOutcome, { family }: AuditedRequest['route']) {
  if (reply !== null) return { status: reply.status, error: null };
  const { status, code } = refusalOf(family, refusalCode(refusal));
  return { status, error: code };
}

function refusalCode(refusal: AnyRefusal | ValidationError): Pick<AnyRefusal, 'code' | 'extra'> {
  return refusal instanceof ValidationError ? { code: 'validation_error', extra: {} } : refusal;
}

/** Object of the action: the one that the path names, otherwise the one that the request created. */
function targetOf({ route, params, body }: AuditedRequest, reply: RouteReply | null): string | null {
  const { actions } = bodyOf(body);
  const answer = bodyOf(reply?.body) as { id?: unknown; job?: { id?: unknown } | null };
  const source = route.action === 'index.create' ? params.index : undefined;
  const target =
    source ??
    params.id ??
    params.key_id ??
    params.alias ??
    params.job_id ??
    actions?.map(({ alias }) => alias).join(',') ??
    textOrNull(answer.id) ??
    textOrNull(answer.job?.id);
  return target?.slice(0, targetCharsMax) ?? null;
}

function bodyOf(body: unknown): KnownBody {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? body : {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
