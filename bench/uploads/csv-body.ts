import { Readable } from 'node:stream';

const pieceBytes = 64 * 1_024;
const line = '2026-09-30,North,Tent,17,389.00\n';
const piece = Buffer.from(line.repeat(pieceBytes / line.length));

/** CSV text of exactly `bytes`, made as it is read; `head` and `tail` stand around it. */
export function csvBody(bytes: number, head = '', tail = ''): Readable {
  function* pieces() {
    if (head !== '') yield Buffer.from(head);
    for (let rest = bytes; rest > 0; rest -= piece.length)
      yield rest < piece.length ? piece.subarray(0, rest) : piece;
    if (tail !== '') yield Buffer.from(tail);
  }
  return Readable.from(pieces());
}
