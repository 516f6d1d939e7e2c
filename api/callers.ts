import { type Caller } from '../src/domain/platform/caller';
import {
  findDocumentKeyCaller,
  findKeyCaller,
  findTokenCaller,
  type KnownKey,
} from '../src/services/products/keys/find-caller';
import { productKeyMark } from '../src/stores/products/product-keys';
import { type ApiDeps } from './deps';
import { isToken, readToken } from './products/keys/key-token';

type FinderDeps = Pick<ApiDeps, 'stores' | 'sealer' | 'log'>;

/**
 * The caller of a bearer token, which is a key of documents or of product search, or a token that a key
 * signed.
 */
export async function findCaller(deps: FinderDeps, text: string): Promise<Caller | null> {
  const known = await findKnownKey(deps, text);
  if (known === null) return null;
  return { ...known, operators: await deps.stores.organizations.operatorsOf(known.organizationId) };
}

/** The form of the text says what it is. */
async function findKnownKey(deps: FinderDeps, text: string): Promise<KnownKey | null> {
  if (text.startsWith(productKeyMark)) return findKeyCaller(deps, text);
  if (!isToken(text)) return findDocumentKeyCaller(deps, text);
  const token = readToken(text);
  return token === null ? null : findTokenCaller(deps, token);
}
