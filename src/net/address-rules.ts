import ipaddr from 'ipaddr.js';

/**
 * Verdict on an address: `public` may be reached on open ports; `allowed` is private but configured, and may
 * be reached on any port; `refused` may not be reached.
 */
type AddressVerdict = 'public' | 'allowed' | 'refused';

export type AddressRules = (address: string) => AddressVerdict;

/** Azure's platform address, which is public by its number but serves the secrets of a virtual machine. */
const azurePlatform = '168.63.129.16';
/**
 * The only IPv6 block that IANA hands out as global unicast (RFC 3587); all other blocks are special or
 * reserved.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Creates the rules for the addresses that users' links may reach. Public is IPv4 unicast without the
 * special-purpose registries (RFC 6890), and IPv6 inside 2000::/3 without the blocks that embed other
 * addresses or have none (mapped, NAT64, 6to4, Teredo, documentation, …). An IPv4 address written as IPv6 is
 * refused, whatever its IPv4 part.
 *
 * @param allowCidrs private networks that may be reached nevertheless
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
