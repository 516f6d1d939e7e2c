import { clientAddress, parseNetworks } from '../../src/net';

const behindProxies = parseNetworks('TRUSTED_PROXY_CIDRS', ['10.0.0.0/8', 'fd00::/8']);
const direct = parseNetworks('TRUSTED_PROXY_CIDRS', []);

it.each([
  ['the peer of a connection', direct, '203.0.113.7', undefined, '203.0.113.7'],
  ['an IPv4 peer in the form of IPv6', direct, '::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['the peer, whatever it says of itself', direct, '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['what a proxy has seen', behindProxies, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  [
    'the last address that no proxy has',
    behindProxies,
    '10.0.0.1',
    '1.2.3.4, 198.51.100.1, 10.9.9.9',
    '198.51.100.1',
  ],
  ['an IPv6 client of an IPv6 proxy', behindProxies, 'fd00::1', '2001:db8::5', '2001:db8::5'],
  ['the proxy that names no client', behindProxies, '10.0.0.1', undefined, '10.0.0.1'],
  ['the last proxy before nonsense', behindProxies, '10.0.0.1', '198.51.100.1, x', '10.0.0.1'],
  ['nothing', direct, undefined, undefined, null],
])('gives %s', (_, proxies, peer, forwarded, client) => {
  expect(clientAddress(proxies, peer, forwarded)).toBe(client);
});

it('refuses a network that is none', () => {
  expect(() => parseNetworks('TRUSTED_PROXY_CIDRS', ['ten'])).toThrow('TRUSTED_PROXY_CIDRS');
});
