import { Command, Option } from 'commander';
import { randomBytes } from 'node:crypto';
import type { components } from 'sheaf-client';
import { EXIT, UsageError } from '../exit-codes.js';
import { openSession, type Session } from '../session.js';
import { listen } from '../webhooks/listen.js';

type Endpoint = components['schemas']['WebhookEndpoint'];

interface ListenOptions {
  forward: string;
  events?: string;
  since?: string;
  secret?: string;
  insecure?: true;
}

/** `sheaf webhooks`: manages webhook endpoints and forwards their events. */
export function webhooksCommand(): Command {
  const webhooks = new Command('webhooks').description('Webhook endpoints and their events');
  webhooks
    .command('ls')
    .description('List the endpoints of the organization, newest first')
    .action(async (_, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const { endpoints } = await sheaf.get('/v2/webhooks/endpoints', { signal });
      const rows = endpoints.map((endpoint) => [
        endpoint.endpoint_id,
        endpoint.disabled ? `disabled (${endpoint.disabled_reason ?? 'manual'})` : 'enabled',
        endpoint.event_types.join(' ') || 'all',
        endpoint.last_delivery?.status ?? '-',
        endpoint.url,
      ]);
      await output.show(endpoints, { head: ['endpoint', 'state', 'events', 'last delivery', 'url'], rows });
    });
  webhooks
    .command('listen')
    .description('Send the events that an endpoint is to receive to another address as well, until Ctrl-C')
    .argument('[endpoint]', 'default: all endpoints')
    .requiredOption('--forward <url>', 'where to; http:// where it names no scheme')
    .option('--events <types>', 'only these, with commas between them; default: every type')
    .option('--since <time>', 'also what has come since: an ISO 8601 time, or 30m, 2h, 1d')
    .addOption(
      new Option('--secret <secret>', 'whsec_…, to sign with; default: a new one, which is printed').env(
        'SHEAF_WEBHOOK_SECRET',
      ),
    )
    .option('--insecure', 'take a certificate of an unknown authority')
    .action(async (id: string | undefined, options: ListenOptions, command: Command) => {
      const target = { url: addressOf(options.forward), isInsecure: options.insecure ?? false };
      const since = options.since === undefined ? null : timeOf(options.since);
      if (options.secret !== undefined && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(options.secret))
        throw new UsageError('The secret is none: whsec_ and at least 24 bytes in base64.');
      const secret = options.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
      const session = openSession(command);
      const eventTypes = options.events === undefined ? null : await typesOf(session, options.events);
      const endpoints = await endpointsOf(session, id);
      if (endpoints.length === 0) {
        tell(
          'There is no webhook endpoint, and events come to endpoints only. Create one on the page /console/webhooks or by POST /v2/webhooks/endpoints; any public https address will do.',
        );
        process.exitCode = EXIT.notFound;
        return;
      }
      for (const { endpoint_id: disabled, disabled_reason: reason } of endpoints.filter(
        (endpoint) => endpoint.disabled,
      ))
        tell(`${disabled} is disabled (${reason ?? 'manual'}): no event comes to it.`);
      if (options.secret === undefined) tell(`Signing secret: ${secret}`);
      const endpointIds = endpoints.map((endpoint) => endpoint.endpoint_id);
      const listening = { endpointIds, isAll: id === undefined, eventTypes, since, target, secret };
      try {
        await listen(session, listening, () => {
          const what = id ?? (endpoints.length === 1 ? '1 endpoint' : `${endpoints.length} endpoints`);
          tell(
            `Listening to ${what}; events go to ${target.url.origin}${target.url.pathname}. Ctrl-C ends it.`,
          );
        });
      } catch (error) {
        // Only Ctrl-C ends it without an error.
        if (!session.signal.aborted) throw error;
      }
    });
  return webhooks;
}

const tell = (line: string) => process.stderr.write(`${line}\n`);

async function endpointsOf({ sheaf, signal }: Session, id: string | undefined): Promise<Endpoint[]> {
  if (id === undefined) return (await sheaf.get('/v2/webhooks/endpoints', { signal })).endpoints;
  const params = { path: { endpoint_id: id } };
  return [await sheaf.get('/v2/webhooks/endpoints/{endpoint_id}', { params, signal })];
}

/** Parses an address. @throws UsageError unless it is one of http or https */
function addressOf(text: string): URL {
  const whole = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`--forward is no address of http or https: ${text}`);
  return url;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a time, or a span before now. @throws UsageError for any other text */
function timeOf(text: string): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms =
    unit === undefined ? Date.parse(text) : Date.now() - Number(count) * unitMs[unit as keyof typeof unitMs];
  if (Number.isNaN(ms)) throw new UsageError(`--since is no time and no span such as 30m: ${text}`);
  return new Date(ms);
}

/** Parses a list of event types. @throws UsageError for a type that the service does not know */
async function typesOf({ sheaf, signal }: Session, text: string): Promise<string[]> {
  const { event_types: types } = await sheaf.get('/v2/webhooks/event-types', { signal });
  const names = types.map(({ name }): string => name);
  const wanted = text.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--events knows no ${unknown || 'empty name'}; there are ${names.join(', ')}.`);
  return wanted;
}
