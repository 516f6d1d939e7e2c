import { isManagement, operatorNamePattern } from '../../../src/domain/products/audit';
import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { clientAddress, type Network } from '../../../src/net';
import { type ApiDeps } from '../../deps';
import { type AuditedRequest, type RequestRecord, type RequestOutcome } from '../../http/request-audit';
import { refusalOf } from '../../http/family';
import { Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type AuditedIndex, findAuditedIndex } from '../../../src/services/products/audit/find-index';
import { askedIndex, draftEntry } from './entry-facts';
import { readNoteOf } from './read-note';
import { type Context } from 'koa';
import { operatorCharsMax } from '../../../src/domain/products/limits';
import { type Caller } from '../../../src/domain/platform/caller';

interface RequestAuditDeps extends Pick<ApiDeps, 'audit' | 'stores'> {
  /** Networks of the installation's proxies. */
  proxies: readonly Network[];
}

/**
 * Opens the audit record of a request to product search. Each answer and each refusal of a route with an
 * action becomes one entry. Exceptions are refusals by rate limits, because a flood of requests must not
 * become a flood of entries, and reads of indexes without `audit` in their settings.
 */
export function openRequestRecord(deps: RequestAuditDeps, request: AuditedRequest): RequestRecord {
  const { ctx } = request;
  const action = request.route.action!;
  let operator: string | null = null;
  let known: AuditedIndex | null = null;

  return {
    async admit() {
      operator = readOperator(ctx);
      if (!isManagement(action)) return;
      checkOperator(request.caller!, operator);
      // The action may delete the index, so it is read before. Reads get their index together with the
      // records.
      if (request.params.index !== undefined && action !== 'index.create')
        known = await findAuditedIndex(deps, request.caller!, askedIndex(request));
    },

    async close(outcome) {
      if (isLimit(request, outcome)) return;
      const index = known ?? (await indexOf(deps, request, outcome));
      if (index === null || (!index.recordsReads && !isManagement(action))) return;
      const address = clientAddress(deps.proxies, ctx.req.socket.remoteAddress, ctx.get('X-Forwarded-For'));
      const draft = draftEntry(request, { index, operator, address, outcome });
      const rule = { onFailure: index.rule.on_failure, indexId: index.id };
      await deps.audit.record(request.caller!, draft, rule);
    },
  };
}

function isLimit({ route: { family } }: AuditedRequest, { refusal }: RequestOutcome): boolean {
  if (refusal === null || refusal instanceof ValidationError) return false;
  return refusalOf(family, refusal).status === 429;
}

/**
 * Index of an answer: the one that answered, otherwise the one that the request names. Null for a refusal
 * while the index cannot be read.
 *
 * @throws Refusal `AUDIT_UNAVAILABLE` for an answer whose index cannot be read
 */
async function indexOf(
  deps: Pick<ApiDeps, 'stores'>,
  request: AuditedRequest,
  { reply }: RequestOutcome,
): Promise<AuditedIndex | null> {
  const note = reply === null ? null : readNoteOf(reply);
  if (note !== null) return note.index;
  try {
    return await findAuditedIndex(deps, request.caller!, askedIndex(request));
  } catch (cause) {
    request.log.error({ err: cause }, 'the index of an audit entry cannot be read');
    if (reply === null) return null;
    throw new Refusal<ProductErrorCode>('AUDIT_UNAVAILABLE', { cause });
  }
}

/** Reads the operator from `X-Operator`, trimmed; null for none. @throws ValidationError */
function readOperator(ctx: Context): string | null {
  const sent = ctx.get('X-Operator');
  // Node decodes headers as Latin-1; clients send names in UTF-8.
  const name = Buffer.from(sent, 'latin1').toString('utf8').trim();
  if (name === '') return null;
  if (operatorNamePattern.test(name)) return name;
  const msg = `must have 1 to ${operatorCharsMax} characters, and none that controls`;
  throw new ValidationError([{ loc: ['header', 'X-Operator'], msg, type: 'value_error' }]);
}

/** @throws Refusal `OPERATOR_REQUIRED`, `OPERATOR_NOT_ALLOWED` */
function checkOperator({ operators }: Caller, operator: string | null): void {
  if (operators === null) return;
  if (operator === null)
    throw new Refusal<ProductErrorCode>('OPERATOR_REQUIRED', {
      message: 'Management calls of this organization name the acting person in X-Operator.',
    });
  if (!operators.includes(operator)) throw new Refusal<ProductErrorCode>('OPERATOR_NOT_ALLOWED');
}
