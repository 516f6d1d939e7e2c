import { randomBytes } from 'node:crypto';
import { defaultZipLimits, openZip, type ZipArchive, type ZipLimits } from '../../src/zip';
import { tempFiles } from './temp-files';
import { writeZip, type ZipOptions, type ZipPart } from './write-zip';

const file = tempFiles();
const noise = randomBytes(300_000);
const MIB = 1024 * 1024;

function refusal(code: string): Error {
  return expect.objectContaining({ name: 'SourceError', code }) as Error;
}

function withArchive<T>(bytes: Buffer, use: (archive: ZipArchive) => T, limits?: ZipLimits): T {
  const archive = openZip(file(bytes), limits);
  try {
    return use(archive);
  } finally {
    archive.close();
  }
}

async function streamed(bytes: Buffer, name: string): Promise<Buffer> {
  const archive = openZip(file(bytes));
  const pieces: Buffer[] = [];
  try {
    await archive.stream(archive.find(name)!, (piece) => {
      pieces.push(piece);
      return true;
    });
  } finally {
    archive.close();
  }
  return Buffer.concat(pieces);
}

const whole: [name: string, part: Partial<ZipPart>, options: ZipOptions][] = [
  ['a deflated entry', {}, {}],
  ['a stored entry', { stored: true }, {}],
  ['an entry whose sizes are 64-bit fields', { zip64: true }, {}],
  ['an entry behind a longer local header', { localExtra: Buffer.from([9, 9, 4, 0, 1, 2, 3, 4]) }, {}],
  ['an archive with a comment', {}, { comment: Buffer.from('made by hand PK\x05\x06 and so on') }],
  ['an archive behind other bytes', {}, { prefix: Buffer.from('#!/bin/sh\n') }],
  ['an archive whose offsets count those bytes', {}, { prefix: randomBytes(77), offsetsIncludePrefix: true }],
  ['an archive with a 64-bit directory', {}, { zip64End: true }],
];

describe('reading', () => {
  it.each(whole)('gives the bytes of %s, whole and streamed', async (_, part, options) => {
    const bytes = writeZip(
      [
        { name: 'other', data: 'x' },
        { name: 'a/b.xml', data: noise, ...part },
      ],
      options,
    );
    withArchive(bytes, (archive) => {
      expect(archive.read(archive.find('a/b.xml')!).equals(noise)).toBe(true);
      expect(archive.warnings).toEqual([]);
    });
    expect((await streamed(bytes, 'a/b.xml')).equals(noise)).toBe(true);
  });

  it.each(['XL/Workbook.xml', '/xl/workbook.xml', 'xl/workbook.xml'])(
    'finds xl\\workbook.xml as %s',
    (name) => {
      withArchive(writeZip([{ name: 'xl\\workbook.xml', data: 'x' }]), (archive) => {
        expect(archive.find(name)?.name).toBe('xl/workbook.xml');
      });
    },
  );

  it('reads the last of several entries with one name, and says so', () => {
    const bytes = writeZip([
      { name: 'a.xml', data: 'first' },
      { name: 'A.xml', data: 'second' },
      { name: 'a.xml', data: 'third' },
    ]);
    withArchive(bytes, (archive) => {
      expect(archive.read(archive.find('a.xml')!).toString()).toBe('third');
      expect(archive.warnings).toHaveLength(1);
    });
  });

  it.each(['__proto__', 'constructor', '../../etc/passwd', 'a/../../b', 'C:\\x', '\0'])(
    'takes %j for a name like any other',
    (name) => {
      withArchive(writeZip([{ name, data: 'x' }]), (archive) => {
        expect(archive.find('toString')).toBeUndefined();
        expect(archive.read(archive.find(name.replaceAll('\\', '/'))!).toString()).toBe('x');
      });
    },
  );

  it('gives the start of an entry without inflating the rest', async () => {
    const archive = openZip(file(writeZip([{ name: 'a', data: noise, declared: { crc32: 1 } }])));
    const start = await archive.readStart(archive.find('a')!, 1000);
    archive.close();
    expect(start.equals(noise.subarray(0, 1000))).toBe(true);
  });

  it('passes on what the consumer throws', async () => {
    const archive = openZip(file(writeZip([{ name: 'a', data: noise }])));
    const stream = archive.stream(archive.find('a')!, () => {
      throw new RangeError('enough');
    });
    await expect(stream).rejects.toThrow(RangeError);
    archive.close();
  });

  it('passes on that a file does not exist, which is no fault of the file', () => {
    expect(() => openZip('/nowhere/at/all')).toThrow(expect.objectContaining({ code: 'ENOENT' }) as Error);
  });
});

const entry = writeZip([{ name: 'a', data: 'some data to hold' }]);
/** Data whose deflated form is long enough to be cut in the middle. */
const cut = writeZip([{ name: 'a', data: noise }]).subarray(0, 100_000);

const refusedAtOpen: [why: string, bytes: Buffer, code: string][] = [
  ['is empty', Buffer.alloc(0), 'corrupt'],
  ['is no archive', randomBytes(5000), 'corrupt'],
  ['ends in the middle', cut, 'corrupt'],
  ['ends before its directory does', Buffer.concat([entry.subarray(0, 60), entry.subarray(-22)]), 'corrupt'],
  [
    'has entries that share their data',
    writeZip([
      { name: 'a', data: noise },
      { name: 'b', data: noise, declared: { offset: 0 } },
    ]),
    'corrupt',
  ],
  [
    'has an entry inside another',
    writeZip([
      { name: 'a', data: noise, stored: true },
      { name: 'b', data: 'x', declared: { offset: 1000 } },
    ]),
    'corrupt',
  ],
  [
    'has an entry behind its end',
    writeZip([{ name: 'a', data: 'x', declared: { offset: 99_999 } }]),
    'corrupt',
  ],
  ['has an encrypted entry', writeZip([{ name: 'a', data: 'x', declared: { flags: 1 } }]), 'encrypted'],
  [
    'has too many entries',
    writeZip(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, data: '' }))),
    'too_large',
  ],
  [
    'declares more than six gigabytes',
    writeZip(
      Array.from({ length: 2 }, (_, index) => ({
        name: `${index}`,
        data: 'x',
        declared: { byteSize: 0xfffffffe },
      })),
    ),
    'too_large',
  ],
  [
    'declares impossible sizes',
    writeZip([{ name: 'a', data: 'x', zip64: true, declared: { byteSize: 2 ** 63 } }]),
    'corrupt',
  ],
];

const refusedAtRead: [why: string, part: Partial<ZipPart>, code: string][] = [
  ['inflates past its declared size', { declared: { byteSize: 1000 } }, 'corrupt'],
  ['is shorter than its declared size', { declared: { byteSize: 300_001 } }, 'corrupt'],
  ['does not have its checksum', { declared: { crc32: 7 } }, 'corrupt'],
  ['is compressed by another method', { declared: { method: 12 } }, 'corrupt'],
  ['is stored, but said to be deflated', { stored: true, declared: { method: 8 } }, 'corrupt'],
  ['declares a bomb', { data: Buffer.alloc(32 * MIB), declared: {} }, 'too_large'],
];

describe('refusing', () => {
  it.each(refusedAtOpen)('refuses an archive that %s', (_, bytes, code) => {
    expect(() => openZip(file(bytes))).toThrow(refusal(code));
  });

  it.each(refusedAtRead)('refuses an entry that %s, read whole and streamed', async (_, part, code) => {
    const bytes = writeZip([{ name: 'a', data: noise, ...part }]);
    withArchive(bytes, (archive) => {
      expect(() => archive.read(archive.find('a')!)).toThrow(refusal(code));
    });
    await expect(streamed(bytes, 'a')).rejects.toEqual(refusal(code));
  });

  it('inflates no more over its life than the limit allows, re-reads included', () => {
    const limits = { ...defaultZipLimits, totalBytesMax: 700_000 };
    const bytes = writeZip([{ name: 'a', data: noise }]);
    const readTwice = (archive: ZipArchive) => {
      archive.read(archive.find('a')!);
      return archive.read(archive.find('a')!).length;
    };
    withArchive(
      bytes,
      (archive) => {
        expect(readTwice(archive)).toBe(noise.length);
        expect(() => archive.read(archive.find('a')!)).toThrow(refusal('too_large'));
      },
      limits,
    );
  });

  it('stops a bomb that hides its size before it has inflated more than it declared', async () => {
    const bomb = writeZip([{ name: 'a', data: Buffer.alloc(200 * MIB), declared: { byteSize: 100_000 } }]);
    const archive = openZip(file(bomb));
    let inflatedBytes = 0;
    const stream = archive.stream(archive.find('a')!, (piece) => {
      inflatedBytes += piece.length;
      return true;
    });
    await expect(stream).rejects.toMatchObject({ code: 'corrupt' });
    archive.close();
    expect(inflatedBytes).toBeLessThanOrEqual(100_000);
  });
});
