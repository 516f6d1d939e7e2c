import ipaddr from 'ipaddr.js';

/** A network as its first address and the number of its fixed bits. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

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
 * Reads the networks of the installation's proxies.
 *
 * @param proxyCidrs `TRUSTED_PROXY_CIDRS`
 * @throws Error naming the first entry that is not a network
 */
export function parseProxyNetworks(proxyCidrs: readonly string[]): Network[] {
  return proxyCidrs.map((text) => {
    try {
      return ipaddr.parseCIDR(text);
    } catch (cause) {
      throw new Error(`TRUSTED_PROXY_CIDRS: "${text}" is not a network such as 10.0.0.0/8`, { cause });
    }
  });
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
  const isProxy = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    proxies.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  const named = forwardedFor.split(',').map((part) => part.trim());
  let client: string | null = null;
  for (const text of [...named, peer ?? ''].reverse()) {
    if (!ipaddr.isValid(text)) return client;
    // An IPv4-mapped IPv6 address is the same client.
    const address = ipaddr.process(text);
    client = address.toString();
    if (!isProxy(address)) return client;
  }
  return client;
}
