import { randomBytes } from 'node:crypto';
import { readConfig } from '../../src/config';
import { createSealer, SealError, sealingKeys } from '../../src/signing/sealed-text';

const secret = { aws_secret_access_key: 'p4ss wörd', nested: { list: [1, null, true] } };

describe('a sealed text', () => {
  const key = randomBytes(32);
  const sealer = createSealer([key]);

  test('opens with the same key and context, and shows nothing of what is in it', () => {
    const sealed = sealer.seal(secret, 'job_1');
    expect(createSealer([key]).open(sealed, 'job_1')).toEqual(secret);
    expect(sealed).not.toContain('p4ss');
    expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/);
  });

  test('is another one each time', () => {
    expect(sealer.seal(secret, 'job_1')).not.toBe(sealer.seal(secret, 'job_1'));
  });

  test.each<[string, (text: string) => string, string]>([
    ['another context', (text) => text, 'job_2'],
    ['no context', (text) => text, ''],
    ['a changed first byte', (text) => changed(text, 0), 'job_1'],
    ['a changed last byte', (text) => changed(text, -1), 'job_1'],
    ['a missing end', (text) => text.slice(0, -4), 'job_1'],
    ['no content', (text) => text.replace(/[^.]+$/, ''), 'job_1'],
    ['another version', (text) => text.replace('v1', 'v2'), 'job_1'],
    ['more parts', (text) => `${text}.x`, 'job_1'],
    ['no sealed text at all', () => '{}', 'job_1'],
  ])('does not open with %s, and the error repeats nothing', (_, change, context) => {
    const open = () => sealer.open(change(sealer.seal(secret, 'job_1')), context);
    expect(open).toThrow(SealError);
    expect(open).not.toThrow(/p4ss/);
  });

  function changed(text: string, at: number): string {
    const [form, id, body] = text.split('.');
    const bytes = Buffer.from(body!, 'base64url');
    const index = at < 0 ? bytes.length + at : at;
    bytes[index] = bytes[index]! ^ 1;
    return [form, id, bytes.toString('base64url')].join('.');
  }

  test('opens while its key is among the configured ones, and new ones take the first', () => {
    const [older, newer] = [randomBytes(32), randomBytes(48)];
    const old = createSealer([older]).seal(secret, 'job_1');
    const rotated = createSealer([newer, older]);
    expect(rotated.open(old, 'job_1')).toEqual(secret);
    expect(createSealer([newer]).open(rotated.seal(secret, 'job_1'), 'job_1')).toEqual(secret);
    expect(() => createSealer([newer]).open(old, 'job_1')).toThrow(SealError);
  });
});

describe('the keys for sealing in the configuration', () => {
  const [signing, first, second] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const read = (text: string | undefined) =>
    readConfig({ SIGNING_KEY: signing, CREDENTIALS_KEYS: text }).CREDENTIALS_KEYS;

  test.each([
    ['nothing', undefined, []],
    ['an empty text', '', []],
    ['one key', first, [first]],
    ['a list with spaces and a comma too many', ` ${first} , ${second},`, [first, second]],
  ])('are read from %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('must be long enough, and the error does not repeat them', () => {
    expect(() => read(`${first},c2hvcnQ=`)).toThrow(/^(?![^]*(AgICAg|c2hvcnQ))[^]*CREDENTIALS_KEYS/);
  });

  test('open what was sealed when there was only SIGNING_KEY', () => {
    const config = { SIGNING_KEY: signing!, CREDENTIALS_KEYS: [] };
    const sealed = createSealer(sealingKeys(config)).seal(secret, 'job_1');
    const rotated = createSealer(sealingKeys({ ...config, CREDENTIALS_KEYS: [first!] }));
    expect(rotated.open(sealed, 'job_1')).toEqual(secret);
    expect(rotated.seal(secret, 'job_1').slice(0, 11)).not.toBe(sealed.slice(0, 11));
  });
});
