import { decoded } from './decoded';

/** Replaces a credential in an address that is shown. */
const redacted = 'REDACTED';

/** Parts of parameter names, in lower case without signs, whose values open a file for whoever holds them. */
const secretParts =
  /signature|token|secret|passw|passphrase|credential|apikey|accesskey|authkey|accessid|authorization|tempauth|sessid|sessionid|resourcekey|rlkey|jwt/;
/** Whole names of that kind, and ends of longer ones. */
const secretNames = /^(?:auth|pwd|pass|pw|hmac|hdnts|hdnea|gda|keypairid|qak|sid)$|sig$/;
/** Web tokens are known by their form, wherever they stand. */
const webToken = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
/** Keys of Google's interfaces go under the name `key`, as do names of files. */
const googleKey = /\bAIza[\w-]{30,}/g;

const userInfo = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;
const webLink = /^https?:/i;

/**
 * The address of a file as people may see it: user-info, signatures, tokens and keys of a web link are
 * replaced, also in links that it holds as parameters. Everything else stays as it stands, and so do
 * addresses of objects, whose keys are no queries.
 *
 * @param uri null where a file has no address
 */
export function shownUri<T extends string | null>(uri: T): T {
  return (uri === null || !webLink.test(uri) ? uri : shownLink(uri)) as T;
}

function shownLink(link: string): string {
  return shownParameters(link.replace(userInfo, `$1${redacted}@`))
    .replace(webToken, redacted)
    .replace(googleKey, redacted);
}

/** Values end where the next parameter may begin; those of secrets include signs that they may hold. */
function shownParameters(link: string): string {
  let shown = '';
  let at = 0;
  for (const { 0: opening, 1: name, index } of link.matchAll(/[?&;#]([^=?&;#]*)=/g)) {
    const from = index + opening.length;
    if (from < at) continue;
    const secret = isSecret(name!);
    const to = nextOf(secret ? /[&#]/g : /[?&;#]/g, link, from);
    const value = link.slice(from, to);
    shown += link.slice(at, from) + (secret && value !== '' ? redacted : shownValue(value));
    at = to;
  }
  return shown + link.slice(at);
}

function nextOf(sign: RegExp, text: string, from: number): number {
  sign.lastIndex = from;
  return sign.exec(text)?.index ?? text.length;
}

/** A value that is no credential, without those of a link in it. */
function shownValue(value: string): string {
  const plain = decoded(value);
  if (!webLink.test(plain)) return value;
  const shown = shownLink(plain);
  if (shown === plain) return value;
  return plain === value ? shown : encodeURIComponent(shown);
}

function isSecret(name: string): boolean {
  const bare = decoded(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return secretParts.test(bare) || secretNames.test(bare);
}
