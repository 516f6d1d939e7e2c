import { createGuardedClient, type OutboundError } from '../../src/net';

const names: Record<string, string[]> = {
  'public.example': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'private.example': ['10.1.2.3'],
  'loopback.example': ['127.0.0.1'],
  'mixed.example': ['93.184.215.14', '192.168.1.1'],
  'mixed6.example': ['93.184.215.14', '::1'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'nat64.example': ['64:ff9b::a9fe:a9fe'],
  'metadata.google.internal': ['169.254.169.254'],
  'xn--mnchen-3ya.example': ['10.0.0.1'],
};
const isAddress = (host: string) => host.includes(':') || /^[\d.]+$/.test(host);
const client = createGuardedClient({
  allowCidrs: [],
  resolve: (host) =>
    Promise.resolve(isAddress(host) ? [host] : (names[host] ?? (host === 'localhost' ? ['127.0.0.1'] : []))),
});
const verdict = (link: string, schemes: readonly ('https' | 'http')[] = ['https']) =>
  client.verify(link, { schemes }).then(
    () => 'accepted',
    (error: unknown) => (error as OutboundError).code,
  );

test.each([
  ['https://public.example/book.xlsx'],
  ['https://public.example./book.xlsx'],
  ['https://PUBLIC.example:443/'],
  ['https://public.example:8443/'],
  ['https://ｐｕｂｌｉｃ.example/'],
  ['https://8.8.8.8/'],
  ['https://134744072/'],
  ['https://[2606:4700:4700::1111]/'],
  ['https://public.example/?next=http://127.0.0.1/'],
  ['https://public.example\\@127.0.0.1/'],
  ['https://public.example/#@127.0.0.1'],
])('%s is accepted', async (link) => {
  expect(await verdict(link)).toBe('accepted');
});

test.each([
  // loopback in every spelling of IPv4 that a URL parser takes
  ['https://127.0.0.1/'],
  ['https://127.0.0.1./'],
  ['https://127.1/'],
  ['https://127.0.1/'],
  ['https://2130706433/'],
  ['https://0x7f000001/'],
  ['https://0x7f.1/'],
  ['https://0x7F.0x0.0x0.0x1/'],
  ['https://0177.0.0.1/'],
  ['https://017700000001/'],
  ['https://0177.1/'],
  ['https://0/'],
  ['https://0.0.0.0/'],
  ['https://%31%32%37.0.0.1/'],
  ['https://１２７.０.０.１/'],
  ['https://①②⑦.0.0.1/'],
  ['https://127。0。0。1/'],
  ['https://127．0．0．1/'],
  ['https://0x7f。1/'],
  ['https:127.0.0.1/'],
  ['https:///127.0.0.1/'],
  ['https:\\\\127.0.0.1\\'],
  ['ht\ntps://127.0.0.1/'],
  ['  https://127.0.0.1/  '],
  ['https://127.0.0.1:8443/'],
  // other networks
  ['https://10.0.0.1/'],
  ['https://192.168.0.1/'],
  ['https://172.16.0.1/'],
  ['https://169.254.169.254/latest/meta-data/'],
  ['https://2852039166/'],
  ['https://0xA9FEA9FE/'],
  ['https://0251.0376.0251.0376/'],
  ['https://168.63.129.16/'],
  ['https://100.100.100.200/'],
  ['https://198.18.0.1/'],
  ['https://224.0.0.1/'],
  ['https://255.255.255.255/'],
  // IPv6
  ['https://[::1]/'],
  ['https://[0:0:0:0:0:0:0:1]/'],
  ['https://[::]/'],
  ['https://[::ffff:127.0.0.1]/'],
  ['https://[::ffff:7f00:1]/'],
  ['https://[0:0:0:0:0:ffff:7f00:0001]/'],
  ['https://[::127.0.0.1]/'],
  ['https://[::ffff:0:7f00:1]/'],
  ['https://[64:ff9b::7f00:1]/'],
  ['https://[64:ff9b:1::a00:1]/'],
  ['https://[2002:7f00:1::]/'],
  ['https://[2001:0:53aa:64c:0:0:80ff:fffe]/'],
  ['https://[fe80::1]/'],
  ['https://[fc00::1]/'],
  ['https://[fd00:ec2::254]/'],
  ['https://[fec0::1]/'],
  ['https://[ff02::1]/'],
  ['https://[2001:db8::1]/'],
  ['https://[3fff::1]/'],
  // names
  ['https://localhost/'],
  ['https://LOCALHOST/'],
  ['https://localhost./'],
  ['https://ｌｏｃａｌｈｏｓｔ/'],
  ['https://loopback.example/'],
  ['https://private.example/'],
  ['https://mixed.example/'],
  ['https://mixed6.example/'],
  ['https://mapped.example/'],
  ['https://nat64.example/'],
  ['https://metadata.google.internal/'],
  ['https://münchen.example/'],
])('%j is a blocked address', async (link) => {
  expect(await verdict(link)).toBe('blocked_address');
});

test.each([
  [''],
  ['book.xlsx'],
  ['/etc/passwd'],
  ['//public.example/'],
  ['file:///etc/passwd'],
  ['ftp://public.example/'],
  ['gopher://public.example/'],
  ['data:text/csv,a'],
  ['blob:https://public.example/1'],
  ['javascript:alert(1)'],
  ['unix:/run/app.sock'],
  ['http+unix://%2Frun%2Fapp.sock/'],
  ['http://public.example/'],
  ['https://user@public.example/'],
  ['https://user:secret@public.example/'],
  ['https://:secret@public.example/'],
  ['https://public.example@127.0.0.1/'],
  ['https://public.example%40127.0.0.1/'],
  ['https://public.example:22/'],
  ['https://public.example:25/'],
  ['https://public.example:80/'],
  ['https://public.example:1023/'],
  ['https://public.example:0/'],
  ['https://public.example:65536/'],
  ['https://public.example:port/'],
  ['https://[fe80::1%25eth0]/'],
  ['https://[fe80::1%eth0]/'],
  ['https://[::1/'],
  ['https://256.256.256.256/'],
  ['https://127.0.0.1.1/'],
  ['https://0x100000000/'],
  ['https://4294967296/'],
  ['https://09.0.0.1/'],
  ['https://pub lic.example/'],
  ['https://public.example\u0000.127.0.0.1/'],
  ['https://\u00ad/'],
  ['https://xn--/'],
  [`https://public.example/${'a'.repeat(9_000)}`],
])('%j is not a link', async (link) => {
  expect(await verdict(link)).toBe('invalid_url');
});

test.each([
  ['http://public.example/', 'accepted'],
  ['http://public.example:80/', 'accepted'],
  ['https://public.example:80/', 'invalid_url'],
  ['http://public.example:81/', 'invalid_url'],
  ['http://127.0.0.1/', 'blocked_address'],
])('where http is allowed %s is %s', async (link, expected) => {
  expect(await verdict(link, ['https', 'http'])).toBe(expected);
});

test('an allowed network opens every port there and nowhere else', async () => {
  const local = createGuardedClient({ allowCidrs: ['127.0.0.0/8'] });
  await local.verify('https://127.0.0.1:22/', { schemes: ['https'] });
  await expect(local.verify('https://8.8.8.8:22/', { schemes: ['https'] })).rejects.toMatchObject({
    code: 'invalid_url',
  });
});
