import ipaddr from 'ipaddr.js';

/**
 * Verdict about an address: `public` may be reached on the open ports, `allowed` is private but named in the
 * configuration and may be reached on any port, `refused` may not be reached.
 */
type AddressVerdict = 'public' | 'allowed' | 'refused';

export type AddressRules = (address: string) => AddressVerdict;

/** Azure's platform address: unicast by its number, yet it answers with a machine's own secrets. */
const azurePlatform = '168.63.129.16';
/**
 * The only IPv6 block that IANA hands out as global unicast (RFC 3587); everything outside is special or
 * reserved.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Rules for the addresses that users' links may reach. Public is IPv4 unicast without the special-purpose
 * registries (RFC 6890), and IPv6 inside 2000::/3 without the blocks that carry other addresses or none
 * (mapped, NAT64, 6to4, Teredo, documentation, …). An IPv4 address written as IPv6 is never judged by its
 * IPv4 part: it is refused.
 *
 * @param allowCidrs private networks that may be reached all the same
 * @throws Error naming the first entry that is not a CIDR
 */
export function createAddressRules(allowCidrs: readonly string[]): AddressRules {
  const allowed = allowCidrs.map(parseCidr);
  return (text) => {
    if (!ipaddr.isValid(text)) return 'refused';
    const address = ipaddr.parse(text);
    const inside = ([network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]) =>
      network.kind() === address.kind() && address.match(network, bits);
    if (allowed.some(inside)) return 'allowed';
    if (address.range() !== 'unicast') return 'refused';
    const global = address.kind() === 'ipv4' ? address.toString() !== azurePlatform : inside(globalUnicast);
    return global ? 'public' : 'refused';
  };
}

function parseCidr(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  try {
    return ipaddr.parseCIDR(text);
  } catch (cause) {
    throw new Error(`OUTBOUND_ALLOW_CIDRS: "${text}" is not a network such as 127.0.0.0/8`, { cause });
  }
}
