import { type Context } from 'koa';
import { z } from 'zod';
import { type Config } from '../../../src/config';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { consoleFolder, readConsoleFiles } from './console-files';
import { type Family } from '../../http/family';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type AnyRoute, defineRoute, type RouteReply } from '../../http/route';

const tag = 'Console';

/**
 * Content security policy of the console: scripts, styles and fonts are files of the service. Pictures may come from
 * any host with HTTPS, as those of products do, and from the blob store, which signed links lead to.
 */
const pagePolicy = (storeOrigins: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ["img-src 'self' data: blob: https:", ...storeOrigins].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Routes of the console, a page over the API. It has only the rights of the key that its user enters. */
export function consoleRoutes({ config }: { config: Config }, family: Family<PlatformErrorCode>): AnyRoute[] {
  let found: ReturnType<typeof readConsoleFiles> | undefined;
  const files = () => (found ??= readConsoleFiles(consoleFolder()));
  const policy = pagePolicy(storeOrigins(config));

  function send(ctx: Context, name: string, headers: Record<string, string>): Promise<RouteReply> {
    const file = files().get(name);
    if (file === undefined) throw new Refusal('route_not_found');
    const { contentType, bytes, encoding, open } =
      ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? file.gzip : file.plain;
    return Promise.resolve({
      status: 200,
      body: open(),
      headers: {
        'Content-Type': contentType,
        'Content-Length': String(bytes),
        ...(encoding !== null && { 'Content-Encoding': encoding }),
        Vary: 'Accept-Encoding',
        'X-Content-Type-Options': 'nosniff',
        ...headers,
      },
    });
  }

  return [
    defineRoute({
      method: 'get',
      path: '/console',
      family,
      operationId: 'getConsole',
      tag,
      summary: 'The way to the console',
      description: 'Leads to `/console/`.',
      access: 'public',
      responses: { 302: { description: 'The page.', headers: { Location: 'Address of the page.' } } },
      errors: [],
      handle: () => Promise.resolve({ status: 302, headers: { Location: 'console/' } }),
    }),
    defineRoute({
      method: 'get',
      path: '/console/',
      family,
      operationId: 'getConsolePage',
      tag,
      summary: 'The console',
      description: 'A page for browsers, over the operations of this API. It asks for a key.',
      access: 'public',
      responses: { 200: { description: 'The page.', contentType: 'text/html' } },
      errors: ['route_not_found'],
      handle: ({ ctx }) =>
        send(ctx, 'index.html', {
          'Content-Security-Policy': policy,
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-cache',
        }),
    }),
    defineRoute({
      method: 'get',
      path: '/console/settings.json',
      family,
      operationId: 'getConsoleSettings',
      tag,
      summary: 'Settings of the console',
      description: 'Links that the console shows.',
      access: 'public',
      responses: { 200: { description: 'The settings.', schema: consoleSettings } },
      errors: [],
      handle: () =>
        Promise.resolve({
          status: 200,
          body: {
            temporal_ui_url: config.TEMPORAL_UI_URL ?? null,
            temporal_namespace: config.TEMPORAL_NAMESPACE,
          },
        }),
    }),
    defineRoute({
      method: 'get',
      path: '/console/assets/:file',
      family,
      operationId: 'getConsoleAsset',
      tag,
      summary: 'A file of the console',
      description: 'Scripts, styles, fonts and sample files. A name stands for one content.',
      access: 'public',
      params: z.strictObject({ file: z.string() }),
      responses: { 200: { description: 'The file.', contentType: '*/*' } },
      errors: ['route_not_found'],
      handle: ({ ctx, params: { file } }) =>
        send(ctx, `assets/${file}`, { 'Cache-Control': 'public, max-age=31536000, immutable' }),
    }),
  ];
}

const consoleSettings = z
  .object({
    temporal_ui_url: z.string().nullable().describe('Address of the Temporal Web UI; null for none.'),
    temporal_namespace: z.string().describe('Namespace of the runs there.'),
  })
  .meta({
    id: 'ConsoleSettings',
    examples: [{ temporal_ui_url: 'http://localhost:8233', temporal_namespace: 'default' }],
  });

/** Origins that signed links of the S3 driver lead to; the folder driver's lead to the service itself. */
function storeOrigins(config: Config): string[] {
  const { S3_BUCKET: bucket, S3_REGION: region } = config;
  if (config.BLOB_DRIVER !== 's3' || bucket === undefined) return [];
  const endpoint = config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT;
  if (endpoint === undefined) return [`https://${bucket}.s3.${region}.amazonaws.com`];
  const { protocol, host, origin } = new URL(endpoint);
  return [config.S3_FORCE_PATH_STYLE ? origin : `${protocol}//${bucket}.${host}`];
}
