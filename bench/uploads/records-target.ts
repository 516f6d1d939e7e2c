import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { productRecord } from '../generate/product-records';
import { answerText } from '../service/answer-text';
import type { UploadTarget } from './upload-target';

const linesPerPiece = 100;
const limitPauseMs = 500;

/**
 * Records of product search as NDJSON, of which no two uploads have the same. All go to one index; what was
 * uploaded is left there, since a commit cannot be taken back.
 */
export async function createRecordsTarget(
  api: { url: string; pid: number; key: string },
  connections: number,
): Promise<UploadTarget> {
  const pool = new Pool(api.url, { connections, bodyTimeout: 0, headersTimeout: 0 });
  const headers = { authorization: `Bearer ${api.key}` };
  const index = 'bench-records';
  const created = await pool.request({
    method: 'POST',
    path: '/v1/indexes',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: index, id_field: 'id' }),
  });
  await answerText(created);
  let place = 0;

  /** The next record, twice as long as others: an upload has at most 50,000. */
  function nextLine(): string {
    const record = productRecord(1, place++);
    return `${JSON.stringify({ ...record, notes: [record.description, record.description] })}\n`;
  }

  /** Lines of as many bytes as fit. */
  function* lines(bytes: number): Generator<Buffer> {
    for (let rest = bytes; ;) {
      const piece = Array.from({ length: linesPerPiece }, nextLine);
      const buffer = Buffer.from(piece.join(''));
      if (buffer.length > rest) return;
      rest -= buffer.length;
      yield buffer;
    }
  }

  const send = (bytes: number) =>
    pool.request({
      method: 'POST',
      path: `/v1/indexes/${index}/records`,
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: Readable.from(lines(bytes)),
    });

  return {
    name: 'API, records',
    pid: api.pid,
    async upload(bytes) {
      let answer = await send(bytes);
      // The limits of /v1 count by the second, so that a client spreads the beginnings of its uploads.
      while (answer.statusCode === 429) {
        await answer.body.dump();
        await pause(limitPauseMs);
        answer = await send(bytes);
      }
      await answerText(answer);
      return '';
    },
    remove: () => Promise.resolve(),
    close: () => pool.close(),
  };
}
