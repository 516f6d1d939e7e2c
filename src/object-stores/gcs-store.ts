import { type Dispatcher } from 'undici';
import { z } from 'zod';
import { readBytes } from '../streams/bounded-read';
import { answerTooLarge, statusFailure } from './failures';
import { readServiceAccount, tokenRequest } from './gcs-token';
import { type ObjectFacts, type ObjectStore, ObjectStoreError } from './object-store';
import { ask, fileByteSize, hangUp, openBody } from './transfer';

const answerBytesMax = 16 * 1024 * 1024;
const pageMax = 1_000;
/** Time before its expiry at which a token is renewed. */
const tokenReserveMs = 5 * 60_000;
const fields = 'nextPageToken,items(name,size,generation,updated,contentType)';

/** Addresses of the storage and the token service. */
export interface GcsEndpoints {
  storage: string;
  token: string;
}

export const googleEndpoints: GcsEndpoints = {
  storage: 'https://storage.googleapis.com',
  token: 'https://oauth2.googleapis.com/token',
};

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().default(3_600) });
const pageSchema = z.object({
  nextPageToken: z.string().optional(),
  items: z
    .array(
      z.object({
        name: z.string(),
        size: z.coerce.number().int().min(0).default(0),
        generation: z.string().optional(),
        updated: z.coerce.date().optional(),
        contentType: z.string().optional(),
      }),
    )
    .default([]),
});

export interface GcsStoreOptions {
  dispatcher: Dispatcher;
  endpoints: GcsEndpoints;
  bucket: string;
  serviceAccountJson: string;
}

/**
 * Creates the access to a bucket of Google Cloud Storage by its JSON API
 * (https://cloud.google.com/storage/docs/json_api/v1). It does without Google's library, which reads
 * addresses from the customer's key file and connects to them unguarded; two requests suffice.
 *
 * @throws ObjectStoreError when the key file is invalid
 */
export function createGcsStore({
  dispatcher,
  endpoints,
  bucket,
  serviceAccountJson,
}: GcsStoreOptions): ObjectStore {
  const account = readServiceAccount(serviceAccountJson);
  const objectsPath = `/storage/v1/b/${encodeURIComponent(bucket)}/o`;
  let token = { text: '', endsAtMs: 0 };

  async function authorization(signal: AbortSignal): Promise<string> {
    if (token.endsAtMs - tokenReserveMs < Date.now()) {
      const url = new URL(endpoints.token);
      const { statusCode, body } = await dispatcher.request({
        origin: url.origin,
        path: url.pathname,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: tokenRequest(account, new Date()),
        signal,
      });
      const text = await readText(body);
      // The token service answers 400 for an unknown account.
      if (statusCode === 400) throw statusFailure(401);
      if (statusCode !== 200) throw statusFailure(statusCode);
      const { access_token, expires_in } = parse(tokenSchema, text);
      token = { text: access_token, endsAtMs: Date.now() + expires_in * 1_000 };
    }
    return `Bearer ${token.text}`;
  }

  async function get(path: string, query: Record<string, string>, signal: AbortSignal) {
    const { origin, pathname } = new URL(endpoints.storage);
    const answer = await dispatcher.request({
      origin,
      path: `${pathname.replace(/\/$/, '')}${path}?${new URLSearchParams(query).toString()}`,
      method: 'GET',
      headers: { authorization: await authorization(signal) },
      signal,
    });
    if (answer.statusCode === 200) return answer;
    await readText(answer.body);
    throw statusFailure(answer.statusCode);
  }

  return {
    async list(prefix, { after, limit, signal }) {
      const { items, nextPageToken } = await ask(
        signal,
        async (limited) => {
          const query = {
            prefix,
            fields,
            maxResults: String(Math.min(limit + 1, pageMax)),
            ...(after === null ? {} : { startOffset: after }),
          };
          const { body } = await get(objectsPath, query, limited);
          return parse(pageSchema, await readText(body));
        },
        () => undefined,
      );
      // The object at the offset belongs to the page before.
      const all = items.filter(({ name }) => name !== after).slice(0, limit);
      const more = nextPageToken !== undefined || all.length < items.length - (after === null ? 0 : 1);
      return {
        objects: all.filter(({ name }) => !name.endsWith('/')).map(factsOf),
        next: more ? (all.at(-1)?.name ?? null) : null,
      };
    },

    async read(key, { byteMax, signal, ifMatch }) {
      const query = { alt: 'media', ...(ifMatch !== undefined && { ifGenerationMatch: ifMatch }) };
      const { headers, body } = await ask(
        signal,
        (limited) => get(`${objectsPath}/${encodeURIComponent(key)}`, query, limited),
        () => undefined,
      );
      const header = (name: string) => {
        const value = headers[name];
        return typeof value === 'string' ? value : null;
      };
      const etag = header('x-goog-generation');
      // Compatible servers may ignore the condition.
      if (ifMatch !== undefined && etag !== ifMatch) {
        hangUp(body);
        throw statusFailure(412);
      }
      const length = header('content-length');
      const modified = header('last-modified');
      const byteSize = length === null ? null : Number(length);
      const encoding = header('content-encoding');
      return {
        body: openBody(body, { byteMax, byteSize, signal, encoding }),
        facts: {
          key,
          byteSize: fileByteSize(byteSize, encoding),
          etag,
          modifiedAt: modified === null ? null : new Date(modified),
          contentType: header('content-type'),
          metadata: {},
        },
      };
    },
  };
}

function factsOf(item: z.infer<typeof pageSchema>['items'][number]): ObjectFacts {
  return {
    key: item.name,
    byteSize: item.size,
    etag: item.generation ?? null,
    modifiedAt: item.updated ?? null,
    contentType: item.contentType ?? null,
    metadata: {},
  };
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const bytes = await readBytes(body, answerBytesMax);
  if (bytes === null) throw answerTooLarge();
  return bytes.toString();
}

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ObjectStoreError('download_failed', 'The object store gave an answer that cannot be read.', {
      retryable: true,
      cause,
    });
  }
}
