/** A property of a message or an attachment: text in Unicode, or bytes. */
export type WrittenProperty = [id: number, value: string | Buffer];

export interface WrittenTnef {
  /** 8-bit text of the attribute of the body. */
  body?: Buffer;
  codePage?: number;
  properties?: readonly WrittenProperty[];
  attachments?: readonly { title: Buffer; content?: Buffer; properties?: readonly WrittenProperty[] }[];
}

/** A `winmail.dat` ([MS-OXTNEF]). */
export function tnefOf({ body, codePage, properties = [], attachments = [] }: WrittenTnef): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x223e9f78, 0);
  const pieces: Buffer[] = [head];
  if (codePage !== undefined)
    pieces.push(attribute(1, 0x00069007, Buffer.concat([number(codePage), number(0)])));
  if (body !== undefined) pieces.push(attribute(1, 0x0002800c, Buffer.concat([body, Buffer.alloc(1)])));
  pieces.push(attribute(1, 0x00069003, propertiesOf(properties)));
  for (const { title, content, properties: own } of attachments) {
    pieces.push(attribute(2, 0x00069002, Buffer.alloc(14)));
    pieces.push(attribute(2, 0x00018010, Buffer.concat([title, Buffer.alloc(1)])));
    if (content !== undefined) pieces.push(attribute(2, 0x0006800f, content));
    if (own !== undefined) pieces.push(attribute(2, 0x00069005, propertiesOf(own)));
  }
  return Buffer.concat(pieces);
}

/** A message of which a part is a `winmail.dat`, with a plain body beside it. */
export function mailWithTnef(tnef: Buffer, { body = '', type = 'application/ms-tnef' } = {}): string {
  return [
    'From: Eve <eve@shop.example>',
    'Subject: Order',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
    '--b',
    `Content-Type: ${type}; name="winmail.dat"`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="winmail.dat"',
    '',
    tnef.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    '--b--',
    '',
  ].join('\r\n');
}

function propertiesOf(properties: readonly WrittenProperty[]): Buffer {
  const pieces = properties.map(([id, value]) => {
    const bytes = typeof value === 'string' ? Buffer.from(`${value}\0`, 'utf16le') : value;
    return Buffer.concat([
      number(((id << 16) | (typeof value === 'string' ? 0x001f : 0x0102)) >>> 0),
      number(1),
      number(bytes.length),
      padded(bytes),
    ]);
  });
  // Before them: one with a name, one of a fixed type, and a list of short numbers.
  const guid = Buffer.alloc(16, 7);
  const name = padded(Buffer.from('Keywords\0', 'utf16le'));
  const named = Buffer.concat([
    number(((0x8001 << 16) | 0x0003) >>> 0),
    guid,
    number(1),
    number(18),
    name,
    number(5),
  ]);
  const time = Buffer.concat([number(((0x0e06 << 16) | 0x0040) >>> 0), Buffer.alloc(8, 1)]);
  const list = Buffer.concat([
    number(((0x6600 << 16) | 0x1002) >>> 0),
    number(3),
    padded(Buffer.alloc(6, 2)),
  ]);
  return Buffer.concat([number(properties.length + 3), named, time, list, ...pieces]);
}

function attribute(level: number, id: number, value: Buffer): Buffer {
  const sum = value.reduce((total, byte) => (total + byte) & 0xffff, 0);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(sum, 0);
  return Buffer.concat([Buffer.of(level), number(id), number(value.length), value, checksum]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
