import { RecordType } from '../../../src/parsing/spreadsheet/xls/record-type';
import { f64, record, u16, workbookStream } from '../xls/biff-writer';
import { writeCompoundFile } from '../xls/compound-file-writer';
import { tempFiles } from '../zip/temp-files';
import { cryptoApi, encryptStream, xorObfuscation } from './encrypt-biff';
import { fixture, readWorkbook, streamsOf } from './encrypted-workbook';

const write = tempFiles();
const stream = streamsOf(fixture('default-password-rc4.xls'), 'Workbook').Workbook!;
/** FILEPASS follows BOF, and its data its type and length. */
const filePass = 20 + 4;

async function outcome(bytes: Buffer): Promise<unknown> {
  try {
    return (await readWorkbook(write(writeCompoundFile({ Workbook: bytes })))).cells;
  } catch (error) {
    expect(error).toMatchObject({ name: 'SourceError' });
    return (error as { code: string }).code;
  }
}

function patched(at: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(stream);
  copy.set(bytes, at);
  return copy;
}

/** Place of the first record of a type. */
function find(type: number): number {
  let at = 0;
  while (stream.readUInt16LE(at) !== type) at += 4 + stream.readUInt16LE(at + 2);
  return at;
}

describe('an XLS workbook with the password that Excel tries by itself', () => {
  it('gives what the plain one gives', async () => {
    expect(await readWorkbook(fixture('default-password-rc4.xls'))).toEqual(
      await readWorkbook(fixture('biff8.xls')),
    );
  });

  it.each([
    ['RC4 CryptoAPI by 40 bits', cryptoApi(40)],
    ['RC4 CryptoAPI by 128 bits', cryptoApi(128)],
    ['XOR', xorObfuscation()],
  ])('gives its cells over many blocks: %s', async (_name, { filePass, encrypt }) => {
    const records = Array.from({ length: 20_000 }, (_, i) => record(RecordType.number, u16(i, 0, 0), f64(i)));
    const plain = workbookStream({ globals: [record(RecordType.filePass, filePass)], sheets: [{ records }] });
    expect(await outcome(encryptStream(plain, encrypt))).toEqual(
      records.map((_, i) => `A${i + 1} number ${i}`),
    );
  });

  it.each<[what: string, bytes: Buffer]>([
    ['another password', patched(filePass + 30, 0, 0, 0)],
    ['another cipher', patched(filePass, 0, 0)],
    ['an unknown version', patched(filePass + 2, 3, 0, 3)],
    ['a version with another header', patched(filePass + 2, 4, 0, 2)],
    ['XOR by another password', patched(filePass, 0, 0, 0x59, 0xb3, 0x0a, 0x9b)],
    ['a cut header', patched(22, 20)],
    ['a header without bytes', patched(22, 0)],
  ])('is refused as one with a password where it has %s', async (_what, bytes) => {
    expect(await outcome(bytes)).toBe('encrypted');
  });

  it('whose sheet begins behind the end of the file is refused or read without it', async () => {
    const bytes = patched(find(RecordType.boundSheet) + 4, 0xff, 0xff, 0xff, 0xff);
    expect(['corrupt', expect.any(Array)]).toContainEqual(await outcome(bytes));
  });

  it('cut anywhere gives some of its cells or a typed error', async () => {
    const { cells } = await readWorkbook(fixture('biff8.xls'));
    for (let length = 0; length < stream.length; length += 4001) {
      const found = await outcome(stream.subarray(0, length));
      if (typeof found === 'string') expect(['corrupt', 'encrypted', 'unsupported']).toContain(found);
      else expect(cells).toEqual(expect.arrayContaining(found as string[]));
    }
  });
});
