import { fileBytesMax, idempotencyTtlMs, jsonBodyBytesMax } from '../../../src/domain/platform/limits';

const mib = 1024 * 1024;

/** Introduction for new users of any product, as Markdown. */
export const introduction = `Everything is JSON in UTF-8 with snake_case names. Every answer carries \`X-Request-Id\`: name it when you
report a problem.

## Keys

Send your key as \`Authorization: Bearer <key>\`. It belongs to one organization and one environment. An
operation names the permission that its key needs; without it the answer is 403, and without a valid key 401.
What belongs to another organization or environment is not found (404), never forbidden.

\`npm start\` prints a key for development. An operator makes others (\`npm run admin -- keys --help\`).

## Limits

An answer that counts against a rate limit names the limit that is nearest: \`RateLimit: "key";r=2990;t=1\` says
that 2,990 requests are left and that all are free again in a second. \`RateLimit-Policy: "key";q=3000;w=60\` is
its size: 3,000 requests in 60 seconds. A request above a limit is answered with 429 and \`Retry-After\` in
seconds.

A JSON body has at most ${jsonBodyBytesMax / mib} MiB, unless its operation says otherwise, and a file at most
${fileBytesMax / mib} MiB.

## Repeating requests

A client that got no answer repeats the request with the same \`Idempotency-Key\`, where the operation takes
one, and gets the first answer again for ${idempotencyTtlMs / 3_600_000} hours. The same key with another body is refused
with 409. A request that failed does not keep its key. GET, PUT and DELETE may be repeated without one.

## Refusals

An operation lists its own codes by status, each in a paragraph. Its \`default\` response has the codes of any
operation. \`x-retryable\` lists codes after which the same request may succeed later.`;

/** Descriptions of the tags of the routes of no product. */
export const platformTags: Readonly<Record<string, string>> = {
  Uploads: 'Files handed over before they are used, kept for 24 hours.',
  Credits: 'What an organization may still spend.',
  Webhooks:
    'Addresses that are told when jobs end, and what was delivered to them. Any key of an organization manages all of ' +
    'its endpoints. Where an operator has enabled `webhook-permission` for the organization, a key needs the permission ' +
    '`webhooks` itself, and endpoints that keys of other environments made are unknown to it.',
  Keys: 'What the key of a request is.',
  Assistants: 'The tools of the Model Context Protocol, over operations of documents and of product search.',
  Files: 'Downloads by signed links. They need no key.',
  Health: 'Whether the service runs and can work. No key is needed.',
  Documentation: 'This description and the page that shows it.',
  Console: 'A page over this API, for browsers.',
};
