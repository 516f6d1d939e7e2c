import { spinPassword } from '../../src/encryption/password-hash';
import { writeCompoundFile } from '../xls/compound-file-writer';
import { tempFiles } from '../zip/temp-files';
import { example, fixture, readWorkbook, streamsOf } from './encrypted-workbook';

const write = tempFiles();
const streams = (name: string) =>
  streamsOf(fixture(name), 'EncryptionInfo', 'EncryptedPackage') as Record<
    'EncryptionInfo' | 'EncryptedPackage',
    Buffer
  >;
const agile = streams('default-password-agile.xlsx');
const standard = streams('default-password-standard.xlsx');
const xml = agile.EncryptionInfo.toString('utf8', 8);

/** How an encrypted workbook ends, as a code, or its cells. */
async function outcome(parts: Record<string, Buffer>): Promise<unknown> {
  try {
    return (await readWorkbook(write(writeCompoundFile(parts)))).cells;
  } catch (error) {
    expect(error).toMatchObject({ name: 'SourceError' });
    return (error as { code: string }).code;
  }
}

const describedBy = (text: string) => ({
  ...agile,
  EncryptionInfo: Buffer.concat([agile.EncryptionInfo.subarray(0, 8), Buffer.from(text)]),
});

/** The second half of the description is about the password, the first about the package. */
function inPassword(from: RegExp, to: string): Record<string, Buffer> {
  const at = xml.search(/<\w+:encryptedKey /);
  const changed = xml.slice(at).replace(from, to);
  expect(changed).not.toBe(xml.slice(at));
  return describedBy(xml.slice(0, at) + changed);
}

function inPackage(from: RegExp, to: string): Record<string, Buffer> {
  const changed = xml.replace(from, to);
  expect(changed).not.toBe(xml);
  return describedBy(changed);
}

function patched(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, at);
  return copy;
}

function withByteFlipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1;
  return copy;
}

const standardWith = (at: number, value: number) => ({
  ...standard,
  EncryptionInfo: patched(standard.EncryptionInfo, at, value),
});

describe('a workbook with the password that Excel tries by itself', () => {
  it.each([
    ['agile', 'default-password-agile.xlsx'],
    ['standard', 'default-password-standard.xlsx'],
  ])('gives what the plain one gives: %s encryption', async (_name, file) => {
    expect(await readWorkbook(fixture(file))).toEqual(await readWorkbook(example));
  });

  it('is read in spite of a size whose upper half is undefined', async () => {
    const parts = { ...standard, EncryptedPackage: patched(standard.EncryptedPackage, 4, 0xdeadbeef) };
    expect(await outcome(parts)).toEqual((await readWorkbook(example)).cells);
  });
});

describe('an encrypted workbook is refused as one with a password', () => {
  it('where it has another one', async () => {
    await expect(readWorkbook(fixture('encrypted.xlsx'))).rejects.toMatchObject({
      code: 'encrypted',
      message: expect.stringMatching(/password/) as unknown,
    });
  });

  it.each<[what: string, parts: () => Record<string, Buffer>]>([
    ['ten million spins', () => inPassword(/spinCount="\d+"/, 'spinCount="10000000"')],
    ['4 billion spins', () => inPassword(/spinCount="\d+"/, 'spinCount="4294967295"')],
    ['infinite spins', () => inPassword(/spinCount="\d+"/, 'spinCount="Infinity"')],
    ['a negative spin count', () => inPassword(/spinCount="\d+"/, 'spinCount="-1"')],
    ['half a spin', () => inPassword(/spinCount="\d+"/, 'spinCount="0.5"')],
    ['no password', () => inPassword(/spinCount="\d+"/, '')],
    ['another cipher', () => inPassword(/cipherAlgorithm="AES"/, 'cipherAlgorithm="RC2"')],
    ['another chaining', () => inPackage(/ChainingModeCBC/, 'ChainingModeCFB')],
    ['another hash', () => inPackage(/hashAlgorithm="SHA512"/, 'hashAlgorithm="WHIRLPOOL"')],
    ['a hash by the name of a property', () => inPackage(/"SHA512"/, '"constructor"')],
    ['keys of 100 bits', () => inPassword(/keyBits="256"/, 'keyBits="100"')],
    ['keys of a billion bits', () => inPackage(/keyBits="256"/, 'keyBits="1000000000"')],
    ['blocks of a megabyte', () => inPackage(/blockSize="16"/, 'blockSize="1048576"')],
    ['no salt', () => inPassword(/saltValue="[^"]*"/, 'saltValue=""')],
    ['a cut verifier', () => inPassword(/(encryptedVerifierHashValue="[^"]{9})[^"]*/, '$1')],
    ['no verifier', () => inPassword(/encryptedVerifierHashInput="[^"]*"/, '')],
    ['a cut key', () => inPassword(/(encryptedKeyValue="[^"]{9})[^"]*/, '$1')],
    ['no description of the package', () => inPackage(/keyData/, 'someData')],
    ['an unknown version', () => ({ ...agile, EncryptionInfo: patched(agile.EncryptionInfo, 0, 0x30004) })],
    ['an endless description', () => describedBy(xml + ' '.repeat(300_000))],
    ['a description without bytes', () => ({ ...agile, EncryptionInfo: Buffer.alloc(0) })],
    ['no description', () => ({ EncryptedPackage: agile.EncryptedPackage })],
    ['RC4', () => standardWith(20, 0x6801)],
    ['MD5', () => standardWith(24, 0x8003)],
    ['keys without bits', () => standardWith(28, 0)],
    ['keys of 4 billion bits', () => standardWith(28, 0xffffffff)],
    ['a header of 4 GB', () => standardWith(8, 0xffffffff)],
    ['a header without bytes', () => standardWith(8, 0)],
    ['a changed salt', () => standardWith(standard.EncryptionInfo.length - 68, 1)],
  ])('where it has %s', async (_what, parts) => {
    expect(await outcome(parts())).toBe('encrypted');
  });

  it('where its description is cut anywhere', async () => {
    const whole = standard.EncryptionInfo;
    for (let length = 0; length < whole.length; length += 13) {
      const parts = { ...standard, EncryptionInfo: whole.subarray(0, length) };
      expect([length, await outcome(parts)]).toEqual([length, 'encrypted']);
    }
  });
});

describe('a package whose content is not what its checksum was made of', () => {
  const { EncryptedPackage: content } = agile;
  const damaged = { code: 'corrupt', message: expect.stringMatching(/does not fit its checksum/) as unknown };
  const opened = (parts: Record<string, Buffer>) => readWorkbook(write(writeCompoundFile(parts)));

  // The package's last bytes only fill up a block: no other check sees them.
  it.each<[what: string, parts: () => Record<string, Buffer>]>([
    ['its last byte', () => ({ ...agile, EncryptedPackage: withByteFlipped(content, content.length - 1) })],
    ['a byte in the middle', () => ({ ...agile, EncryptedPackage: withByteFlipped(content, 20_000) })],
    ['the unused half of its size', () => ({ ...agile, EncryptedPackage: patched(content, 4, 1) })],
    [
      'bytes behind its end',
      () => ({ ...agile, EncryptedPackage: Buffer.concat([content, Buffer.alloc(16)]) }),
    ],
    ['its checksum', () => inPackage(/encryptedHmacValue="..../, 'encryptedHmacValue="AAAA')],
    ['no checksum where one is announced', () => inPackage(/encryptedHmacValue="[^"]*"/, '')],
  ])('is refused as damaged: %s', async (_what, parts) => {
    await expect(opened(parts())).rejects.toMatchObject(damaged);
  });

  it('is read where its writer made no checksum', async () => {
    const parts = inPackage(/<dataIntegrity[^>]*>(?:<\/dataIntegrity>)?/, '');
    expect((await opened(parts)).cells).toEqual((await readWorkbook(example)).cells);
  });
});

it('the hash of a password is made once for a file that is opened again', () => {
  const hash = spinPassword('sha512', Buffer.from('salt'), 10);
  expect(spinPassword('sha512', Buffer.from('salt'), 10)).toBe(hash);
  expect(spinPassword('sha256', Buffer.from('salt'), 10)).not.toEqual(hash);
  expect(spinPassword('sha512', Buffer.from('salt'), 11)).not.toEqual(hash);
  expect(spinPassword('sha512', Buffer.from('Salt'), 10)).not.toEqual(hash);
});

describe('an encrypted workbook is damaged', () => {
  const { EncryptedPackage: content } = agile;
  it.each<[what: string, parts: Record<string, Buffer>]>([
    ['that says more than it has', { ...agile, EncryptedPackage: patched(content, 0, 0x7fffffff) }],
    ['that was cut', { ...agile, EncryptedPackage: content.subarray(0, 20_000) }],
    ['that says less than it has', { ...agile, EncryptedPackage: patched(content, 0, 20_000) }],
    ['without a size', { ...agile, EncryptedPackage: Buffer.alloc(3) }],
    ['whose description is cut', describedBy(xml.slice(0, 900))],
    ['whose description declares entities', describedBy(`<!DOCTYPE x [<!ENTITY a "b">]>${xml}`)],
    ['whose description is nested deeply', describedBy('<a>'.repeat(50_000))],
  ])('%s', async (_what, parts) => {
    expect(await outcome(parts)).toBe('corrupt');
  });

  it('or no workbook, where it holds nothing', async () => {
    expect(await outcome({ ...standard, EncryptedPackage: Buffer.alloc(8) })).toBe('unsupported');
  });
});
