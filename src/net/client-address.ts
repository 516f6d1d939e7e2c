import ipaddr from 'ipaddr.js';
import { isInside, type Network } from './networks';

/**
 * The network of a client that rate limits count: an IPv4 address, or the first 64 bits of an IPv6 address,
 * which one host owns.
 */
export function clientNetwork(address: string): string {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*/, '')}/64`).toString()}/64`;
}

/**
 * Finds the address of the client of a request: the peer of the connection or, behind the installation's
 * proxies, the last address of `X-Forwarded-For` that is not a proxy's. The header is ignored when the peer
 * is not such a proxy.
 *
 * @returns null when the address is unknown
 */
export function clientAddress(
  proxies: readonly Network[],
  peer: string | undefined,
  forwardedFor = '',
): string | null {
  const named = forwardedFor.split(',').map((part) => part.trim());
  let client: string | null = null;
  for (const text of [...named, peer ?? ''].reverse()) {
    if (!ipaddr.isValid(text)) return client;
    // An IPv4-mapped IPv6 address is the same client.
    const address = ipaddr.process(text);
    client = address.toString();
    if (!proxies.some((network) => isInside(network, address))) return client;
  }
  return client;
}
