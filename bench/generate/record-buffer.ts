/** A growing buffer of BIFF records: type and length as 16-bit numbers, then the data. */
export interface RecordBuffer {
  readonly length: number;
  /** Appends a record of `bytes` zeros and returns the place of its data for the setters below. */
  record(type: number, bytes: number): number;
  u16(at: number, value: number): void;
  u32(at: number, value: number): void;
  f64(at: number, value: number): void;
  bytes(at: number, source: Buffer): void;
  /** Bytes written so far; they share memory with the buffer. */
  content(): Buffer;
}

/** Largest data of one record in BIFF8 ([MS-XLS] 2.1.4). */
export const recordBytesMax = 8_224;

export function createRecordBuffer(): RecordBuffer {
  let buffer = Buffer.alloc(1 << 20);
  let length = 0;

  const reserve = (bytes: number) => {
    if (length + bytes <= buffer.length) return;
    const grown = Buffer.alloc(Math.max(buffer.length * 2, length + bytes));
    buffer.copy(grown, 0, 0, length);
    buffer = grown;
  };

  return {
    get length() {
      return length;
    },
    record(type, bytes) {
      if (bytes > recordBytesMax) throw new RangeError(`A record of ${bytes} bytes does not fit BIFF8.`);
      reserve(bytes + 4);
      buffer.writeUInt16LE(type, length);
      buffer.writeUInt16LE(bytes, length + 2);
      const at = length + 4;
      length = at + bytes;
      return at;
    },
    u16: (at, value) => void buffer.writeUInt16LE(value, at),
    u32: (at, value) => void buffer.writeUInt32LE(value >>> 0, at),
    f64: (at, value) => void buffer.writeDoubleLE(value, at),
    bytes: (at, source) => void source.copy(buffer, at),
    content: () => buffer.subarray(0, length),
  };
}
