import { decoded } from './decoded';

/** Replacement of a credential in a shown address. */
const redacted = 'REDACTED';

/** Parts of names of parameters that hold credentials, in lower case without signs. */
const secretParts =
  /signature|token|secret|passw|passphrase|credential|apikey|accesskey|authkey|accessid|authorization|tempauth|sessid|sessionid|resourcekey|rlkey|jwt/;
/** Further such names, as a whole or at the end of a longer name. */
const secretNames = /^(?:auth|pwd|pass|pw|hmac|hdnts|hdnea|gda|keypairid|qak|sid)$|sig$/;
/** JSON Web Tokens, recognised by their form in any parameter. */
const webToken = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
/** API keys of Google. Their parameter is called `key`, which file names use too. */
const googleKey = /\bAIza[\w-]{30,}/g;

const userInfo = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;
const webLink = /^https?:/i;

/**
 * The address of a file without credentials: user-info, signatures, tokens and keys of a web link are
 * replaced, also in links inside its parameters. All else stays, and so do addresses of objects, whose keys
 * have no query.
 *
 * @param uri null for a file without an address
 */
export function shownUri<T extends string | null>(uri: T): T {
  return (uri === null || !webLink.test(uri) ? uri : shownLink(uri)) as T;
}

function shownLink(link: string): string {
  return shownParameters(link.replace(userInfo, `$1${redacted}@`))
    .replace(webToken, redacted)
    .replace(googleKey, redacted);
}

/**
 * Redacts the parameters of a link. A value ends where the next parameter may begin; a secret value may
 * contain such signs.
 */
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

/** Redacts the links inside a value that is not a credential. */
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
