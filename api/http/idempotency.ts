import { createHash } from 'node:crypto';
import { idempotencyKeyCharsMax } from '../../src/domain/platform/limits';
import {
  type Claim,
  idempotencyIds,
  type IdempotencyStore,
  type StoredReply,
} from '../../src/stores/platform/idempotency';
import { newId } from '../../src/stores/mongo/new-id';
import { type Sealer } from '../../src/signing/sealed-text';
import { canonicalJson } from './canonical-json';
import { type ApiContext } from './context';
import { refusalOf } from './family';
import { isRefusal, Refusal } from '../../src/domain/platform/refusal';
import { type Caller } from '../../src/domain/platform/caller';
import { type AnyRoute, type RouteReply, type RouteRequest } from './route';

/** Ids that a request gets from its `Idempotency-Key`. */
export type ReservedIds = Pick<RouteRequest<unknown, unknown, unknown>, 'newId' | 'reservedId' | 'repeated'>;

/** Runs the handler with the id for the resource that it creates. */
type Attempt = (ids: ReservedIds) => Promise<RouteReply>;

const printableAscii = new RegExp(`^[\\x20-\\x7e]{1,${idempotencyKeyCharsMax}}$`);
const inProgressRetryAfterSeconds = 1;

/** The `Idempotency-Key` of a request; null without one. @throws Refusal `invalid_idempotency_key` */
function readIdempotencyKey(ctx: ApiContext): string | null {
  const sent = ctx.req.headersDistinct['idempotency-key'];
  if (sent === undefined) return null;
  const [key = ''] = sent;
  if (sent.length !== 1 || !printableAscii.test(key)) throw new Refusal('invalid_idempotency_key');
  return key;
}

export interface IdempotencyDeps {
  idempotency: IdempotencyStore;
  sealer: Sealer;
}

/**
 * Runs one of all requests with the same key. The others get its reply once it exists,
 * `idempotency_in_progress` until then, and `idempotency_key_reused` when they ask for something else. A
 * failed attempt releases the key. Answers that hold a secret are stored sealed.
 */
export async function answerOnce(
  deps: IdempotencyDeps,
  ctx: ApiContext,
  { route, caller, rawBody }: { route: AnyRoute; caller: Caller; rawBody: unknown },
  attempt: Attempt,
): Promise<RouteReply> {
  const fresh = newId(route.idempotent!.idPrefix);
  const key = readIdempotencyKey(ctx);
  if (key === null) return attempt({ newId: fresh, reservedId: null, repeated: false });
  const claim = {
    ...idempotencyIds(caller, `${ctx.method} ${route.path}`, key),
    fingerprint: fingerprint(ctx, rawBody),
    newId: fresh,
    owner: ctx.state.requestId,
  };
  return claimedAnswer(deps, ctx, route, { claim, attempt });
}

async function claimedAnswer(
  { idempotency, sealer }: IdempotencyDeps,
  ctx: ApiContext,
  route: AnyRoute,
  { claim, attempt }: { claim: Claim; attempt: Attempt },
): Promise<RouteReply> {
  const claimed = await idempotency.claim(claim);
  if (claimed.outcome === 'done') return replayOf(sealer, route, claim, claimed.reply);
  if (claimed.outcome === 'reused') throw new Refusal('idempotency_key_reused');
  if (claimed.outcome === 'in_progress') {
    throw new Refusal('idempotency_in_progress', { retryAfterSeconds: inProgressRetryAfterSeconds });
  }
  const { newId: reservedId, repeated } = claimed;
  try {
    const reply = await attempt({ newId: reservedId, reservedId, repeated });
    // When this write fails, the work is still done: a repeated request finds its
    // resource by the reserved id.
    await logFailure(ctx, idempotency.finish(claim, storedOf(sealer, route, claim, reply)));
    return reply;
  } catch (error) {
    const nothingMade = isRefusal(error) && refusalOf(route.family, error).status < 500 && !repeated;
    await logFailure(ctx, idempotency.release(claim, !nothingMade));
    throw error;
  }
}

/** Converts a reply for the store; sealed when the route answers a secret. */
function storedOf(
  sealer: Sealer,
  { answersSecret }: AnyRoute,
  { id }: Claim,
  reply: RouteReply,
): StoredReply {
  const plain = storedReply(reply);
  return answersSecret === true && plain.body !== null
    ? { ...plain, body: sealer.seal(plain.body, id) }
    : plain;
}

/** Converts a reply from the store. */
function replayOf(
  sealer: Sealer,
  { answersSecret }: AnyRoute,
  { id }: Claim,
  stored: StoredReply,
): RouteReply {
  const isSealed = answersSecret === true && stored.body !== null;
  return replay(isSealed ? { ...stored, body: sealer.open(stored.body!, id) as string } : stored);
}

function fingerprint(ctx: ApiContext, rawBody: unknown): string {
  const asked = canonicalJson([ctx.method, ctx.path, { ...ctx.query }, rawBody ?? null]);
  return createHash('sha256').update(asked).digest('hex');
}

/** Waits for a write of the claim, whose failure is logged only. */
async function logFailure(ctx: ApiContext, write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (err) {
    ctx.state.log.warn({ err }, 'the Idempotency-Key stays claimed until its lease ends');
  }
}

function storedReply({ status, headers = {}, body }: RouteReply): StoredReply {
  return { status, headers, body: body === undefined ? null : JSON.stringify(body) };
}

function replay({ status, headers, body }: StoredReply): RouteReply {
  return {
    status,
    headers: { ...headers, 'Idempotent-Replayed': 'true' },
    ...(body === null ? {} : { body: JSON.parse(body) as unknown }),
  };
}
