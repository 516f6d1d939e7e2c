import { once } from 'node:events';
import { createServer, isIPv4, isIPv6 } from 'node:net';
import { createSocket } from 'node:dgram';
import { createGuardedClient, OutboundError } from '../../../src/net';
import { hostileNames, hostileUrls } from '../hostile-urls';

/** Of RFC 1035 section 3.2.2 and RFC 3596. */
const typeA = 1;
const typeAaaa = 28;
const classIn = 1;
const ttlSeconds = 0;
const headerBytes = 12;
/** Response, recursion desired and available; the second one: no such name. */
const found = 0x8180;
const noSuchName = 0x8183;
/** Points at the question's name. */
const namePointer = 0xc00c;

/**
 * A name server on 127.0.0.1:53.
 *
 * @param lookUp addresses of a name for one question of a type, null for a name that does not exist
 */
async function startNameServer(lookUp: (name: string, type: 'A' | 'AAAA') => string[] | null) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, end } = readName(question);
    const type = question.readUInt16BE(end);
    const addresses = lookUp(name.toLowerCase(), type === typeAaaa ? 'AAAA' : 'A');
    const fitting = (addresses ?? []).filter(
      type === typeAaaa ? isIPv6 : type === typeA ? isIPv4 : () => false,
    );
    const header = Buffer.alloc(headerBytes);
    question.copy(header, 0, 0, 2);
    [addresses === null ? noSuchName : found, 1, fitting.length].forEach((value, at) => {
      header.writeUInt16BE(value, 2 + 2 * at);
    });
    const answers = fitting.map((text) => answer(type, text));
    socket.send(Buffer.concat([header, question.subarray(headerBytes, end + 4), ...answers]), port, address);
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function answer(type: number, text: string): Buffer {
  const address = isIPv4(text) ? Buffer.from(text.split('.').map(Number)) : ipv6Bytes(text);
  const head = Buffer.alloc(headerBytes);
  head.writeUInt16BE(namePointer, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(classIn, 4);
  head.writeUInt32BE(ttlSeconds, 6);
  head.writeUInt16BE(address.length, 10);
  return Buffer.concat([head, address]);
}

/** The URL parser writes every spelling, embedded IPv4 too, as at most eight groups. */
function ipv6Bytes(text: string): Buffer {
  const groups = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::');
  const [head, tail] = groups.map((part) => part.split(':').filter((group) => group !== ''));
  const gap = Array<string>(8 - head!.length - (tail?.length ?? 0)).fill('0');
  return Buffer.from(
    [...head!, ...gap, ...(tail ?? [])].flatMap((group) => {
      const value = parseInt(group, 16);
      return [value >> 8, value & 0xff];
    }),
  );
}

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
