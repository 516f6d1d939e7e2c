import { type Context } from 'koa';
import { z } from 'zod';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { CODINGS, createReferenceScript } from './reference-script';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type OpenApiDocument } from '../../http/openapi/document';
import { type Family } from '../../http/family';
import { type AnyRoute, defineRoute, type RouteReply } from '../../http/route';
import { type DescribedPart, favicon, page, pagePolicy, startScript } from './reference-page';

const tag = 'Documentation';
const etagText = 'Of `reference.js`; changes with its content and its coding.';
const described = z.looseObject({ openapi: z.string() }).meta({ examples: [{ openapi: '3.1.0' }] });

/** Documents that are written on first use. */
export interface Descriptions {
  parts: readonly DescribedPart[];
  /** Writes the document of a part, or of all routes. Called once for each. */
  describe: (part: string | undefined) => OpenApiDocument;
}

/** Routes for the OpenAPI documents and for a page that shows them, which works without a network. */
export function docsRoutes({ parts, describe }: Descriptions, family: Family<PlatformErrorCode>): AnyRoute[] {
  const javaScript = 'text/javascript; charset=utf-8';
  const assets = new Map<string, { contentType: string; text: string }>([
    ['start.js', { contentType: javaScript, text: startScript(parts) }],
    ['favicon.svg', { contentType: 'image/svg+xml', text: favicon }],
  ]);
  const referenceScript = createReferenceScript();
  const documents = new Map<string | undefined, Buffer>();

  return [
    defineRoute({
      method: 'get',
      path: '/openapi.json',
      family,
      operationId: 'getOpenApiDocument',
      tag,
      summary: 'This description',
      description: 'OpenAPI 3.1, generated from the routes that the server runs.',
      access: 'public',
      query: z.strictObject({
        product: z
          .enum(parts.map(({ id }) => id))
          .optional()
          .describe('A product, or `service` for the routes that belong to none. Default: all routes.'),
      }),
      responses: { 200: { description: 'The document.', schema: described } },
      errors: [],
      handle({ query: { product } }) {
        const document = documents.get(product) ?? Buffer.from(JSON.stringify(describe(product)));
        documents.set(product, document);
        return Promise.resolve({
          status: 200,
          body: document,
          headers: { 'Content-Type': 'application/json; charset=utf-8' },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/',
      family,
      operationId: 'getStartPage',
      tag,
      summary: 'The way to the documentation',
      description:
        'Leads browsers and curl to `/docs`. Programs that do not accept `text/html` find nothing here.',
      access: 'public',
      responses: {
        302: { description: 'The page is `/docs`.', headers: { Location: 'Address of the page.' } },
      },
      errors: ['route_not_found'],
      handle({ ctx }) {
        if (ctx.accepts('html') === false) throw new Refusal('route_not_found');
        return Promise.resolve({ status: 302, headers: { Location: 'docs', Vary: 'Accept' } });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/docs',
      family,
      operationId: 'getDocsPage',
      tag,
      summary: 'The description as a page',
      description: 'For browsers; shows one part of the API at a time, whose routes can be tried with a key.',
      access: 'public',
      responses: { 200: { description: 'The page.', contentType: 'text/html' } },
      errors: [],
      handle: () =>
        Promise.resolve({
          status: 200,
          body: Buffer.from(page),
          headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': pagePolicy },
        }),
    }),
    defineRoute({
      method: 'get',
      path: '/docs/:file',
      family,
      operationId: 'getDocsAsset',
      tag,
      summary: 'A file of the page',
      description: 'Scripts, styles and pictures that the page loads.',
      access: 'public',
      params: z.strictObject({ file: z.string() }),
      responses: {
        200: { description: 'The file.', contentType: '*/*', headers: { ETag: etagText } },
        304: { description: 'The file is still the one that `If-None-Match` names.' },
      },
      errors: ['route_not_found'],
      async handle({ ctx, params: { file } }) {
        const caching = { 'Cache-Control': 'public, max-age=3600' };
        if (file === 'reference.js')
          return sendScript(ctx, referenceScript, { ...caching, 'Content-Type': javaScript });
        const asset = assets.get(file);
        if (asset === undefined) throw new Refusal('route_not_found');
        const headers = { ...caching, 'Content-Type': asset.contentType };
        return { status: 200, body: Buffer.from(asset.text), headers };
      },
    }),
  ];
}

/** Answers with the script in the smallest coding that the client accepts. */
async function sendScript(
  ctx: Context,
  script: ReturnType<typeof createReferenceScript>,
  own: Record<string, string>,
): Promise<RouteReply> {
  const coding = CODINGS.find((one) => ctx.acceptsEncodings(one) === one) ?? 'identity';
  const { bytes, etag, open } = await script(coding);
  const headers = { ...own, ETag: etag, Vary: 'Accept-Encoding' };
  if (isNamedBy(ctx.get('If-None-Match'), etag)) return { status: 304, headers };
  const sent = {
    ...headers,
    'Content-Length': String(bytes),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
  };
  return ctx.method === 'HEAD'
    ? { status: 200, headers: sent }
    : { status: 200, body: open(), headers: sent };
}

/**
 * Whether `If-None-Match` names a tag; by https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 weak ones
 * count.
 */
function isNamedBy(header: string, etag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
