import { createReadStream } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { RequestError } from '../../http/request-error';
import { type OpenApiDocument } from '../../http/openapi/document';
import { type Family } from '../../http/family';
import { type AnyRoute, defineRoute } from '../../http/route';

const tag = 'Documentation';
const described = z.looseObject({ openapi: z.string() }).meta({ examples: [{ openapi: '3.1.0' }] });

/**
 * Content security policy of the page. The page loads nothing from other hosts; its library writes inline
 * styles and data images, but no inline script.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sheaf API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="icon" href="docs/favicon-32x32.png">
  </head>
  <body>
    <div id="docs"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/swagger-ui-standalone-preset.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** Script of the page. It offers the products by name, and asks no other host whether a document is valid. */
function startScript(products: readonly DescribedProduct[]): string {
  const urls = products.map(({ id, title }) => ({ url: `openapi.json?product=${id}`, name: title }));
  return `SwaggerUIBundle({ urls: ${JSON.stringify(urls)}, validatorUrl: null, dom_id: '#docs',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: 'StandaloneLayout',
  deepLinking: true, docExpansion: 'none', displayRequestDuration: true });
`;
}

/** Files of the package that the page uses; no others are served. */
const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** A product that the documentation shows apart. */
export interface DescribedProduct {
  /** Its name in addresses. */
  id: string;
  /** Its name for people. */
  title: string;
}

/** Documents that are written when they are first asked for. */
export interface Descriptions {
  products: readonly DescribedProduct[];
  /** Writes the document of a product, or of all routes. Called once for each. */
  describe: (product: string | undefined) => OpenApiDocument;
}

/** Routes for the OpenAPI documents and for a page that shows them, which works without a network. */
export function docsRoutes(
  { products, describe }: Descriptions,
  family: Family<PlatformErrorCode>,
): AnyRoute[] {
  const assetFolder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
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
          .enum(products.map(({ id }) => id))
          .optional()
          .describe('A product, with the routes that both have. Default: all routes.'),
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
      path: '/docs',
      family,
      operationId: 'getDocsPage',
      tag,
      summary: 'The description as a page',
      description: 'For browsers; shows one product at a time, whose routes can be tried with a key.',
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
      responses: { 200: { description: 'The file.', contentType: '*/*' } },
      errors: ['route_not_found'],
      handle({ params: { file } }) {
        const cache = { 'Cache-Control': 'public, max-age=3600' };
        if (file === 'start.js') {
          const headers = { 'Content-Type': 'text/javascript; charset=utf-8', ...cache };
          return Promise.resolve({ status: 200, body: Buffer.from(startScript(products)), headers });
        }
        const contentType = Object.hasOwn(assets, file) ? assets[file] : undefined;
        if (contentType === undefined) throw new RequestError('route_not_found');
        const body = createReadStream(path.join(assetFolder, file));
        return Promise.resolve({ status: 200, body, headers: { 'Content-Type': contentType, ...cache } });
      },
    }),
  ];
}
