/** Names of a private network, and what an honest or a dishonest name server says of them. */
export const hostileNames: Record<string, string[]> = {
  'private.example': ['10.1.2.3'],
  'loopback.example': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'mixed.example': ['93.184.215.14', '192.168.1.1'],
  'mixed6.example': ['93.184.215.14', '::1'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'nat64.example': ['64:ff9b::a9fe:a9fe'],
  'sixtofour.example': ['2002:7f00:1::'],
  'ula.example': ['fd00::1'],
  'xn--mnchen-3ya.example': ['10.0.0.1'],
};

/** Hosts that must never be reached, every class in several spellings. */
const privateHosts = [
  // loopback
  ...['127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1'],
  ...[
    '0177.0.0.1',
    '017700000001',
    '%31%32%37.0.0.1',
    '１２７.０.０.１',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '0x7f。1',
  ],
  ...['localhost', 'LOCALHOST.', 'a.localhost', 'ｌｏｃａｌｈｏｓｔ', '[::1]', '[0:0:0:0:0:0:0:1]'],
  // this network, private, shared, link-local and platform addresses
  ...[
    '0',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '167772161',
    '0xa.1',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
  ],
  ...['0xA9FEA9FE', '0251.0376.0251.0376', '172.16.0.1', '172.31.255.255', '192.168.0.1', '3232235521'],
  ...['168.63.129.16', '0xa83f8110', '100.100.100.200'],
  // special purpose
  ...['192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1', '198.18.0.1', '198.19.255.255'],
  ...['192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  // IPv6, and IPv4 inside it
  ...[
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:7f00:1]',
    '[64:ff9b::7f00:1]',
  ],
  ...[
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001:0:53aa:64c:0:0:80ff:fffe]',
    '[2001:db8::1]',
    '[3fff::1]',
  ],
  ...['[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]', '[100::1]', '[2620:4f:8000::1]'],
  // names
  ...Object.keys(hostileNames),
  'münchen.example',
];

/** Texts that are no address of a receiver at all. */
const noReceivers = [
  ...[
    '',
    'hooks',
    '/in',
    '//hooks.example/',
    'http://hooks.example/',
    'ftp://hooks.example/',
    'file:///etc/passwd',
  ],
  ...['unix:/run/app.sock', 'http+unix://%2Frun%2Fapp.sock/', 'javascript:alert(1)', 'data:text/plain,a'],
  ...['https://user@hooks.example/', 'https://u:p@hooks.example/', 'https://hooks.example@127.0.0.1/'],
  ...['https://hooks.example%40127.0.0.1/', 'https://hooks.example:22/', 'https://hooks.example:25/'],
  ...[
    'https://hooks.example:0/',
    'https://hooks.example:65536/',
    'https://[fe80::1%25eth0]/',
    'https://256.1.1.1/',
  ],
  ...['https://127.0.0.1.1/', 'https://0x100000000/', 'https://pub lic.example/', 'https://xn--/'],
];

/** Addresses that no request may go to; `port` is one that something listens on, on loopback. */
export function hostileUrls(port: number): string[] {
  const urls = privateHosts.map((host) => `https://${host}:${port}/in`);
  const tricks = [
    `https:127.0.0.1:${port}/`,
    `https:\\\\127.0.0.1:${port}\\`,
    `ht\ntps://127.0.0.1:${port}/`,
  ];
  return [...urls, ...tricks, ...noReceivers];
}
