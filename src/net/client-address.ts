import ipaddr from 'ipaddr.js';

/** Returns the address of the client of a request; null when it is unknown. */
type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string | null;

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
 * Creates the function that finds the client of a request: the peer of the connection or, behind the
 * installation's proxies, the last address of `X-Forwarded-For` that is not a proxy's. The header is ignored
 * when the peer is not such a proxy.
 *
 * @param proxyCidrs networks of these proxies: `TRUSTED_PROXY_CIDRS`
 * @throws Error naming the first entry that is not a network
 */
export function createClientAddress(proxyCidrs: readonly string[]): ClientAddress {
  const networks = proxyCidrs.map((text) => {
    try {
      return ipaddr.parseCIDR(text);
    } catch (cause) {
      throw new Error(`TRUSTED_PROXY_CIDRS: "${text}" is not a network such as 10.0.0.0/8`, { cause });
    }
  });
  const isProxy = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

  return (peer, forwardedFor = '') => {
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
  };
}
