import { once } from 'node:events';
import { createServer } from 'node:net';
import { createGuardedClient, OutboundError } from '../../../src/net';
import { hostileNames, hostileUrls } from '../hostile-urls';
import { startNameServer } from './name-server';

const port = 8443;
const publicAddress = '93.184.215.14';
const request = { headers: {}, body: '{}', timeoutMs: 5_000, responseBytesMax: 1_024, headBytes: 1_024 };
const flips = 20;

/** The output of the program: the refusal of each URL, and the places where connections arrived. */
export interface HostileNetworkReport {
  /** `null` where nothing was refused. */
  checked: Record<string, string | null>;
  posted: Record<string, string | null>;
  /** Local addresses of connections that came in while the hostile ones were tried. */
  arrived: string[];
  /** The same for a public address, and for a name that turns to loopback and back with every question. */
  control: string[];
  flipping: { outcomes: (string | null)[]; arrived: string[] };
}

/**
 * For a network namespace in which every address is this machine and the name server is our own: tries the
 * hostile URLs with the guarded client, as it is in production, against listeners that would notice whatever
 * gets through.
 */
async function main(): Promise<void> {
  let arrived: string[] = [];
  const servers = [22, 25, 443, port].map((at) =>
    createServer((socket) => {
      arrived.push(socket.localAddress ?? '');
      socket.destroy();
    }).listen(at, '::'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  let questions = 0;
  const names = await startNameServer((name, type) => {
    if (name === 'hooks.example') return [publicAddress];
    if (name === 'flip.example')
      return type === 'AAAA' ? [] : [questions++ % 2 === 0 ? publicAddress : '127.0.0.1'];
    return hostileNames[name] ?? null;
  });

  const client = createGuardedClient({ allowCidrs: [] });
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof OutboundError ? error.code : String(error)),
    );
  const check = (url: string) => outcome(client.verify(url, { schemes: ['https'] }));
  const post = (url: string) => outcome(client.post(url, request));
  const each = async (urls: string[], work: (url: string) => Promise<string | null>) =>
    Object.fromEntries(await Promise.all(urls.map(async (url) => [url, await work(url)] as const)));
  const arrivals = () => {
    const seen = arrived.map((address) => address.replace('::ffff:', ''));
    arrived = [];
    return seen;
  };

  const urls = hostileUrls(port);
  const checked = await each(urls, check);
  const posted = await each(urls, post);
  const hostile = arrivals();
  await post(`https://hooks.example:${port}/in`);
  const control = arrivals();
  const outcomes: (string | null)[] = [];
  for (let n = 0; n < flips; n++) outcomes.push(await post(`https://flip.example:${port}/in`));
  const report: HostileNetworkReport = {
    checked,
    posted,
    arrived: hostile,
    control,
    flipping: { outcomes, arrived: arrivals() },
  };
  console.log(JSON.stringify(report));
  await client.close();
  names.close();
  for (const server of servers) server.close();
}

void main();
