import { shownUri } from '../../../src/domain/platform/shown-uri';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.s3cr3t-s1gn4tur3';

describe('a credential in a link is not shown', () => {
  it.each([
    ['AWS', '?X-Amz-Algorithm=AWS4&X-Amz-Credential=AKIA%2F2026&X-Amz-Date=1&X-Amz-Signature=abc123'],
    ['AWS with a session', '?X-Amz-Security-Token=abc123%2F%2B%3D&x-amz-signature=abc123'],
    ['AWS, version 2', '?AWSAccessKeyId=abc123&Expires=1&Signature=abc123%3D'],
    ['Google', '?X-Goog-Credential=abc123&X-Goog-Signature=abc123'],
    ['Google, version 2', '?GoogleAccessId=abc123@x.iam&Signature=abc123'],
    ['Azure', '?sv=2024-11-04&se=2026-01-01&sp=r&sig=abc123%3D'],
    ['CloudFront', '?Expires=1&Signature=abc123__&Key-Pair-Id=abc123'],
    ['Alibaba and Tencent', '?OSSAccessKeyId=abc123&security-token=abc123&q-signature=abc123&q-ak=abc123'],
    ['Swift', '?temp_url_sig=abc123&temp_url_expires=1'],
    ['a token', '?token=abc123'],
    ['tokens of OAuth', '?access_token=abc123&id_token=abc123&refreshToken=abc123'],
    ['a token in a fragment', '#access_token=abc123'],
    ['keys', '?api_key=abc123&apikey=abc123&api-key=abc123&client_secret=abc123&auth_key=abc123'],
    ['a password', '?user=bob&password=abc123&pwd=abc123'],
    ['the second of two', '?token=&token=abc123'],
    ['a name that is encoded', '?%73ig=abc123&to%6Ben=abc123'],
    ['a value with signs of its own', '?token=abc123;abc123?abc123=abc123&x=1'],
    ['a parameter of the path', '/a;jsessionid=abc123'],
    ['a web token by another name', `?x=${jwt.replace('s3cr3t', 'abc123')}`],
    ['a web token in the path', `/${jwt.replace('s3cr3t', 'abc123')}/a.pdf`],
    ["a key of Google's", `?key=AIza${'abc123'.repeat(6)}`],
    ['a link as a parameter', '?url=https://b.example/c?sig=abc123'],
    ['an encoded link', `?url=${encodeURIComponent('https://u:abc123@b.example/c?x=1&sig=abc123')}`],
    [
      'a link in a link',
      `?u=${encodeURIComponent(`http://b/?u=${encodeURIComponent('http://c/?sig=abc123')}`)}`,
    ],
  ])('%s', (_, rest) => {
    const shown = shownUri(`https://files.example/a.pdf${rest}`);
    expect(shown).not.toContain('abc123');
    expect(shown).toContain('REDACTED');
    expect(shown.startsWith('https://files.example/')).toBe(true);
    expect(shownUri(shown)).toBe(shown);
  });

  it.each([
    ['https://bob:abc123@files.example/a.pdf', 'https://REDACTED@files.example/a.pdf'],
    ['http://abc123@files.example:8080/', 'http://REDACTED@files.example:8080/'],
    ['https://bob:ab@c1@files.example/@b', 'https://REDACTED@files.example/@b'],
  ])('of user-info', (link, shown) => {
    expect(shownUri(link)).toBe(shown);
  });
});

it.each([
  'https://files.example/a.pdf',
  'https://files.example/a%20b.pdf?version=2&lang=de&page=1#top',
  'https://files.example/mailto:bob@files.example?key=docs/a.pdf&code=12',
  'https://files.example/?design=1&config=2&passage=3&author=4',
  'https://files.example/?url=https%3A%2F%2Fb.example%2Fc%3Fx%3D1',
  'https://files.example/%zz?%zz=%zz',
  's3://bucket/a?X-Amz-Signature=part-of-the-key',
  'azure://account/container/token=1.txt',
])('%s is shown as it stands', (uri) => {
  expect(shownUri(uri)).toBe(uri);
});

it('a file without an address has none to show', () => {
  expect(shownUri(null)).toBeNull();
});

it('the longest and most twisted links are shown', () => {
  for (const part of ['?', '&a=', ';a=b', '?u=http://', '%', '&token=x', '?u=http%3A%2F%2F', 'eyJ', '@', ':'])
    expect(shownUri(`https://a/${part.repeat(8_000 / part.length)}`)).toContain('https://a/');
});
