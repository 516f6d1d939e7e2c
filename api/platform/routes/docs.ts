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
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const startScript = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#docs', deepLinking: true, docExpansion: 'none',
  displayRequestDuration: true });
`;

/** Files of the package that the page uses; no others are served. */
const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/**
 * Routes for the OpenAPI document and for a page that shows it, which works without a network.
 *
 * @param describe writes the document of all routes, including these; called once, by the first request
 */
export function docsRoutes(describe: () => OpenApiDocument, family: Family<PlatformErrorCode>): AnyRoute[] {
  const assetFolder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  let document: Buffer | null = null;

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
      responses: { 200: { description: 'The document.', schema: described } },
      errors: [],
      handle() {
        document ??= Buffer.from(JSON.stringify(describe()));
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
      description: 'For browsers; routes can be tried with a key.',
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
          return Promise.resolve({ status: 200, body: Buffer.from(startScript), headers });
        }
        const contentType = Object.hasOwn(assets, file) ? assets[file] : undefined;
        if (contentType === undefined) throw new RequestError('route_not_found');
        const body = createReadStream(path.join(assetFolder, file));
        return Promise.resolve({ status: 200, body, headers: { 'Content-Type': contentType, ...cache } });
      },
    }),
  ];
}
