import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

/** An application of the provider, as tests fill it. */
export interface AlgoliaApp {
  appId: string;
  apiKey: string;
  indexes: Map<string, { records: object[]; settings: Record<string, unknown> }>;
  /** Rights of the key; default all. */
  rights: Set<'browse' | 'settings'>;
  /** Takes requests over before they are answered; true when it has answered, or never will. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  /** Requests that were made, as method and path, and bodies of browses. */
  asked: string[];
  browsed: Record<string, unknown>[];
}

/** An application without indexes. */
export function createAlgoliaApp(members: Partial<AlgoliaApp> = {}): AlgoliaApp {
  return {
    appId: 'TESTAPP',
    apiKey: 'secret-import-key',
    indexes: new Map(),
    rights: new Set(['browse', 'settings']),
    intercept: () => false,
    asked: [],
    browsed: [],
    ...members,
  };
}

const pageDefault = 1_000;

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const refuse = (response: ServerResponse, status: number, message: string) => {
  answer(response, status, { message, status });
};

/** A page, in the form of the provider: the cursor holds the place and the size, and is missing at the end. */
function page(records: readonly object[], sent: Record<string, unknown>) {
  const cursor =
    typeof sent.cursor === 'string'
      ? (JSON.parse(Buffer.from(sent.cursor, 'base64').toString()) as { from: number; size: number })
      : { from: 0, size: Number(sent.hitsPerPage ?? pageDefault) };
  const to = cursor.from + cursor.size;
  const next = Buffer.from(JSON.stringify({ ...cursor, from: to })).toString('base64');
  return {
    hits: records.slice(cursor.from, to),
    page: Math.floor(cursor.from / cursor.size),
    nbHits: records.length,
    nbPages: Math.ceil(records.length / cursor.size),
    hitsPerPage: cursor.size,
    processingTimeMS: 1,
    query: '',
    params: '',
    ...(to < records.length ? { cursor: next } : {}),
  };
}

/**
 * Answers as the search provider does: browse with a cursor and settings of an index, under the credentials of
 * one application.
 */
export function algoliaListener(app: AlgoliaApp): RequestListener {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'https://provider');
    app.asked.push(`${request.method} ${pathname}`);
    if (await app.intercept(request, response)) return;
    const { 'x-algolia-application-id': appId, 'x-algolia-api-key': apiKey } = request.headers;
    if (appId !== app.appId || apiKey !== app.apiKey) {
      refuse(response, 403, 'Invalid Application-ID or API key');
      return;
    }
    const [, name = '', action = ''] = /^\/1\/indexes\/([^/]+)\/(browse|settings)$/.exec(pathname) ?? [];
    const index = app.indexes.get(decodeURIComponent(name));
    const isRight = action === 'browse' ? request.method === 'POST' : request.method === 'GET';
    if (!isRight) refuse(response, 404, 'Path not supported by this API version');
    else if (!app.rights.has(action as 'browse'))
      refuse(response, 403, 'Method not allowed with this API key');
    else if (index === undefined) refuse(response, 404, `Index ${name} does not exist`);
    else if (action === 'settings') answer(response, 200, index.settings);
    else {
      const sent = await bodyOf(request);
      app.browsed.push(sent);
      answer(response, 200, page(index.records, sent));
    }
  }
  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  };
}
