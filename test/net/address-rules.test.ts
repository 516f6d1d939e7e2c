import { judgeAddress } from '../../src/net/address-rules';
import { parseNetworks } from '../../src/net/networks';

describe('addresses without any allowed network', () => {
  test.each([
    ['8.8.8.8'],
    ['1.1.1.1'],
    ['168.63.129.15'],
    ['172.15.255.255'],
    ['172.32.0.0'],
    ['100.63.255.255'],
    ['100.128.0.0'],
    ['223.255.255.255'],
    ['2606:4700:4700::1111'],
    ['2a00:1450:4001:82a::200e'],
    ['2001:200::1'],
  ])('%s is public', (address) => {
    expect(judgeAddress([], address)).toBe('public');
  });

  test.each([
    // IPv4: special-purpose registry, first and last address of each block
    ['0.0.0.0'],
    ['0.255.255.255'],
    ['10.0.0.0'],
    ['10.255.255.255'],
    ['100.64.0.0'],
    ['100.127.255.255'],
    ['127.0.0.1'],
    ['127.255.255.255'],
    ['169.254.0.1'],
    ['169.254.169.254'],
    ['172.16.0.0'],
    ['172.31.255.255'],
    ['192.0.0.0'],
    ['192.0.0.170'],
    ['192.0.2.1'],
    ['192.31.196.1'],
    ['192.52.193.1'],
    ['192.88.99.1'],
    ['192.168.0.1'],
    ['192.175.48.1'],
    ['198.18.0.0'],
    ['198.19.255.255'],
    ['198.51.100.7'],
    ['203.0.113.7'],
    ['224.0.0.1'],
    ['239.255.255.255'],
    ['240.0.0.1'],
    ['255.255.255.255'],
    ['168.63.129.16'],
    // IPv6 outside 2000::/3
    ['::'],
    ['::1'],
    ['::127.0.0.1'],
    ['::8.8.8.8'],
    ['::ffff:127.0.0.1'],
    ['::ffff:8.8.8.8'],
    ['::ffff:0:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['64:ff9b::808:808'],
    ['64:ff9b:1::1'],
    ['100::1'],
    ['5f00::1'],
    ['fc00::1'],
    ['fd12:3456::1'],
    ['fe80::1'],
    ['fe80::1%eth0'],
    ['fec0::1'],
    ['ff02::1'],
    ['4000::1'],
    ['1fff::1'],
    // special blocks inside 2000::/3
    ['2001::1'],
    ['2001:0:7f00:1::1'],
    ['2001:2::1'],
    ['2001:3::1'],
    ['2001:4:112::1'],
    ['2001:10::1'],
    ['2001:20::1'],
    ['2001:30::1'],
    ['2001:1ff::1'],
    ['2001:db8::1'],
    ['2002:7f00:1::1'],
    ['2002:808:808::1'],
    ['2620:4f:8000::1'],
    ['3fff::1'],
    ['3fff:fff::1'],
    // not an address at all
    [''],
    ['localhost'],
    ['/run/app.sock'],
  ])('%s is refused', (address) => {
    expect(judgeAddress([], address)).toBe('refused');
  });
});

describe('allowed networks', () => {
  const allowed = parseNetworks('OUTBOUND_ALLOW_CIDRS', ['127.0.0.0/8', 'fd00::/8']);

  test.each([
    ['127.0.0.1', 'allowed'],
    ['127.9.9.9', 'allowed'],
    ['fd00::7', 'allowed'],
    ['::1', 'refused'],
    ['::ffff:127.0.0.1', 'refused'],
    ['10.0.0.1', 'refused'],
    ['8.8.8.8', 'public'],
  ])('%s is %s', (address, verdict) => {
    expect(judgeAddress(allowed, address)).toBe(verdict);
  });

  test.each([['127.0.0.1'], ['not a network'], ['127.0.0.0/33']])(
    'the entry %j stops the start and is named',
    (entry) => {
      expect(() => parseNetworks('OUTBOUND_ALLOW_CIDRS', [entry])).toThrow(entry);
    },
  );
});
