import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network as its first address and the number of its fixed bits. */
export type Network = [Address, number];

/**
 * Reads the networks that a variable of the configuration lists in CIDR notation.
 *
 * @throws Error naming the variable and the first entry that is not a network
 */
export function parseNetworks(variable: string, cidrs: readonly string[]): Network[] {
  return cidrs.map((text) => {
    try {
      return ipaddr.parseCIDR(text);
    } catch (cause) {
      throw new Error(`${variable}: "${text}" is not a network such as 10.0.0.0/8`, { cause });
    }
  });
}

export function isInside([network, bits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
