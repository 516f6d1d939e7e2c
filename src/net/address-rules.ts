import ipaddr from 'ipaddr.js';
import { isInside, type Network } from './networks';

/**
 * Verdict on an address: `public` may be reached on open ports; `allowed` is private but configured, and may
 * be reached on any port; `refused` may not be reached.
 */
type AddressVerdict = 'public' | 'allowed' | 'refused';

/** Azure's platform address, which is public by its number but serves the secrets of a virtual machine. */
const azurePlatform = '168.63.129.16';
/**
 * The only IPv6 block that IANA hands out as global unicast (RFC 3587); all other blocks are special or
 * reserved.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Judges an address that a user's link leads to. Public is IPv4 unicast without the special-purpose registries
 * (RFC 6890), and IPv6 inside 2000::/3 without the blocks that embed other addresses or have none (mapped,
 * NAT64, 6to4, Teredo, documentation, …). An IPv4 address written as IPv6 is refused, whatever its IPv4 part.
 *
 * @param allowed private networks that may be reached nevertheless
 */
export function judgeAddress(allowed: readonly Network[], text: string): AddressVerdict {
  if (!ipaddr.isValid(text)) return 'refused';
  const address = ipaddr.parse(text);
  if (allowed.some((network) => isInside(network, address))) return 'allowed';
  if (address.range() !== 'unicast') return 'refused';
  const isGlobal =
    address.kind() === 'ipv4' ? address.toString() !== azurePlatform : isInside(globalUnicast, address);
  return isGlobal ? 'public' : 'refused';
}
