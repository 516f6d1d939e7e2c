import { openXls } from '../../src/xls';
import { RecordType } from '../../src/xls/record-type';
import { SourceError } from '../../src/source/source-error';
import { tempFiles } from '../zip/temp-files';
import { bof, eof, f64, record, text16, u16, u32, workbookStream, writeXls } from './biff-writer';
import { writeCompoundFile } from './compound-file-writer';
import { readXls, withXls } from './read-xls';

const write = tempFiles();
const number = (row: number, column: number, value: number) =>
  record(RecordType.number, u16(row, column, 0), f64(value));
const code = async (bytes: Buffer): Promise<unknown> => {
  try {
    return await readXls(write(bytes));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return error.code;
  }
};

const numbers = Array.from({ length: 600 }, (_, i) => number(i, 0, i));
const lines = numbers.map((_, i) => `A${i + 1} number ${i}`);
const big = writeXls({ sheets: [{ records: numbers }] });
const small = writeXls({ sheets: [{ records: [number(0, 0, 1)] }] });
const patched = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes);
  copy.writeInt32LE(value, at);
  return copy;
};
/** Place of a sector, and of an entry in the first allocation table. */
const sectorAt = (sector: number) => (sector + 1) * 512;
const fatEntryAt = (bytes: Buffer, sector: number) => sectorAt(bytes.readInt32LE(76)) + sector * 4;
const directoryAt = (bytes: Buffer) => sectorAt(bytes.readInt32LE(48));

describe('a compound file', () => {
  it('is read whole, large streams and small ones', async () => {
    expect(await code(big)).toEqual(lines);
    expect(await code(small)).toEqual(['A1 number 1']);
  });

  it('may be missing: a bare stream is a workbook too', async () => {
    expect(await code(workbookStream({ sheets: [{ records: [number(0, 0, 1)] }] }))).toEqual(['A1 number 1']);
  });

  it('of more sectors than its header can list is read whole', async () => {
    const filler = Buffer.alloc(8 * 1024 * 1024);
    const stream = workbookStream({ sheets: [{ records: [number(0, 0, 1), number(1, 0, 2)] }] });
    expect(await code(writeCompoundFile({ Filler: filler, Workbook: stream }))).toEqual([
      'A1 number 1',
      'A2 number 2',
    ]);
  });

  it('with a workbook of BIFF5 and one of BIFF8 is read as BIFF8', async () => {
    const book = workbookStream({ version: 0x0500, sheets: [{ records: [number(0, 0, 5)] }] });
    const workbook = workbookStream({ sheets: [{ records: [number(0, 0, 8)] }] });
    expect(await code(writeCompoundFile({ Book: book, Workbook: workbook }))).toEqual(['A1 number 8']);
  });

  it.each([
    ['a chain of sectors that runs in a circle', patched(big, fatEntryAt(big, 3), 0)],
    ['a chain that ends early', patched(big, fatEntryAt(big, 3), -2)],
    ['a chain of small sectors that runs in a circle', patched(small, sectorAt(small.readInt32LE(60)), 0)],
    [
      'a directory that runs in a circle',
      patched(big, fatEntryAt(big, big.readInt32LE(48)), big.readInt32LE(48)),
    ],
    ['a directory past the end of the file', patched(big, 48, 0x7ffffff0)],
    ['a table past the end of the file', patched(big, 76, 0x7ffffff0)],
    ['an unknown sector size', patched(big, 30, 0x7f)],
    ['nothing behind its header', big.subarray(0, 512)],
    ['half a header', big.subarray(0, 300)],
  ])('is refused with a typed error: %s', async (_name, bytes) => {
    expect(['corrupt', 'unsupported']).toContain(await code(bytes));
  });

  it.each([
    ['a list of tables that runs in a circle', patched(patched(big, 68, 0), 72, 1_000)],
    ['a directory tree that runs in a circle', patched(big, directoryAt(big) + 128 + 68, 1)],
    ['an entry that is its own child', patched(big, directoryAt(big) + 76, 1)],
    ['a root that has no children', patched(big, directoryAt(big) + 76, -1)],
    ['a stream of 4 GB', patched(big, directoryAt(big) + 128 + 120, -1)],
  ])('is read in spite of %s', async (_name, bytes) => {
    const outcome = await code(bytes);
    expect([lines, 'corrupt']).toContainEqual(outcome);
  });

  it.each([
    ['encrypted', { EncryptedPackage: Buffer.alloc(5_000), EncryptionInfo: Buffer.alloc(100) }],
    ['unsupported', { WordDocument: Buffer.alloc(5_000) }],
    ['unsupported', { 'PowerPoint Document': Buffer.alloc(5_000) }],
    ['unsupported', { '__properties_version1.0': Buffer.alloc(100) }],
    ['unsupported', { Something: Buffer.alloc(100) }],
    ['corrupt', { Workbook: Buffer.alloc(5_000) }],
    ['corrupt', { Workbook: Buffer.alloc(0) }],
  ])('is %s where it holds %o', async (expected, streams) => {
    expect(await code(writeCompoundFile(streams as unknown as Record<string, Buffer>))).toBe(expected);
  });

  it('says what an encrypted workbook needs', async () => {
    const bytes = writeCompoundFile({ EncryptedPackage: Buffer.alloc(100) });
    await expect(openXls(write(bytes))).rejects.toThrow(/password/);
  });

  it('cut anywhere gives its cells, some of them, or a typed error', async () => {
    for (let length = 0; length < big.length; length += 509) {
      const outcome = await code(big.subarray(0, length));
      if (typeof outcome === 'string') expect(['corrupt', 'unsupported']).toContain(outcome);
      else expect(lines).toEqual(expect.arrayContaining(outcome as string[]));
    }
  });
});

describe('a workbook stream', () => {
  const one = [number(0, 0, 1)];

  it.each([
    [
      'a password',
      { globals: [record(RecordType.filePass, u16(0, 0, 0))], sheets: [{ records: one }] },
      'encrypted',
    ],
    ['a column past the last of a sheet', { sheets: [{ records: [number(0, 16_384, 1)] }] }, 'corrupt'],
    ['20,000 sheets', { sheets: Array.from({ length: 20_000 }, () => ({ records: [] })) }, 'too_large'],
  ])('is refused: %s', async (_name, parts, expected) => {
    expect(await code(writeXls(parts))).toBe(expected);
  });

  it.each([
    [
      '4 billion shared texts',
      {
        globals: [record(RecordType.sharedStrings, u32(0xffffffff, 0xffffffff), text16('a'))],
        sheets: [{ records: one }],
      },
    ],
    [
      'a shared text that is longer than its record',
      {
        globals: [record(RecordType.sharedStrings, u32(1, 1), u16(0xffff), Buffer.from([0]))],
        sheets: [{ records: one }],
      },
    ],
    [
      'shared texts with endless formatting',
      {
        globals: [
          record(
            RecordType.sharedStrings,
            u32(1, 1),
            u16(1),
            Buffer.from([0x0c]),
            u16(0xffff),
            u32(0xffffffff),
            Buffer.from('a'),
          ),
        ],
        sheets: [{ records: one }],
      },
    ],
    [
      'records that are too short',
      {
        sheets: [
          {
            records: [
              ...[
                RecordType.number,
                RecordType.rk,
                RecordType.mulRk,
                RecordType.formula,
                RecordType.label,
                RecordType.labelShared,
                RecordType.booleanOrError,
                RecordType.row,
                RecordType.note,
                RecordType.textObject,
                RecordType.object,
                RecordType.mergeCells,
                RecordType.columnInfo,
              ].map((type) => record(type, u16(0))),
              ...one,
            ],
          },
        ],
      },
    ],
    [
      'records that are empty',
      {
        sheets: [
          {
            records: [
              ...Array.from({ length: 0x300 }, (_, type) => record(type)).filter(
                (_, type) => type !== RecordType.eof,
              ),
              ...one,
            ],
          },
        ],
      },
    ],
    [
      '100,000 charts within each other',
      {
        sheets: [
          {
            records: [...Array<Buffer>(100_000).fill(bof(0x20)), ...Array<Buffer>(100_000).fill(eof), ...one],
          },
        ],
      },
    ],
    ['a sheet without an end', { sheets: [{ records: one, ends: false }] }],
  ])('is read in spite of %s', async (_name, parts) => {
    expect(await code(writeXls(parts))).toEqual(['A1 number 1']);
  });

  it('with a sheet that is not where it should be gives a typed error', async () => {
    const stream = workbookStream({ sheets: [{ records: one }] });
    for (const position of [0xfffffff0, stream.length - 4, 3]) {
      const wrong = Buffer.from(stream);
      wrong.writeUInt32LE(position, bof(0x05).length + 4);
      expect(await code(writeCompoundFile({ Workbook: wrong }))).toBe('corrupt');
    }
  });

  it('cannot have the same records read over and over as many sheets', async () => {
    const stream = workbookStream({ sheets: [{ records: one }, { records: one }] });
    const list = bof(0x05).length;
    const entryBytes = stream.readUInt16LE(list + 2) + 4;
    const twice = Buffer.from(stream);
    twice.writeUInt32LE(stream.readUInt32LE(list + 4), list + entryBytes + 4);
    expect(await code(writeCompoundFile({ Workbook: twice }))).toBe('corrupt');

    const inner = [bof(0x10), ...one, eof];
    const nested = workbookStream({ sheets: [{ records: [...one, ...inner] }, { records: one }] });
    nested.writeUInt32LE(
      nested.readUInt32LE(list + 4) + Buffer.concat([bof(0x10), ...one]).length,
      list + entryBytes + 4,
    );
    expect(await code(writeCompoundFile({ Workbook: nested }))).toBe('corrupt');
  });

  const merges = (count: number) =>
    Array.from({ length: Math.ceil(count / 1_000) }, (_, i) =>
      record(
        RecordType.mergeCells,
        u16(1_000),
        ...Array.from({ length: 1_000 }, (__, k) => u16((i * 1_000 + k) % 65_000, 65_001, 0, 1)),
      ),
    );

  it('may have 300,000 merged ranges, not a million and more', async () => {
    await withXls(write(writeXls({ sheets: [{ records: merges(300_000) }] })), async (reader) => {
      expect((await reader.layout(reader.sheets[0]!)).merges).toHaveLength(300_000);
    });
    expect(await code(writeXls({ sheets: [{ records: merges(1_001_000) }] }))).toBe('too_large');
  });
});
