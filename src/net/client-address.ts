import ipaddr from 'ipaddr.js';

/** Gives the address that a request comes from; null when nothing is known of it. */
type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string | null;

/** The network of a client for which limits count: the address, of IPv6 its first 64 bits, which one host has. */
export function clientNetwork(address: string): string {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*/, '')}/64`).toString()}/64`;
}

/**
 * Creates the function that finds the client of a request: the peer of the connection, or, behind proxies of
 * one's own, the last address of `X-Forwarded-For` that none of them has. A header of anybody else says nothing.
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
      // An IPv4 address in the form of IPv6 is the same client.
      const address = ipaddr.process(text);
      client = address.toString();
      if (!isProxy(address)) return client;
    }
    return client;
  };
}
