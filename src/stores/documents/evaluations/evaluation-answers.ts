import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Binary, type Db } from 'mongodb';
import { type KeptAnswer } from '../../../domain/documents/query';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { lightWrite } from '../../mongo/light-write';

/** The request and the answer of a unit. */
export interface EvaluationAnswer {
  /** A query as it would be sent by itself. */
  request: Record<string, unknown>;
  answer: KeptAnswer;
}

interface AnswerRow {
  /** `<evaluation>/<case index>/<configuration index>` */
  _id: string;
  evalId: string;
  /**
   * Gzipped JSON of an `EvaluationAnswer`: a hundred results with what surrounds them may pass what one row
   * can hold.
   */
  content: Binary;
}

export const evaluationAnswerIndexes: CollectionIndexes = { collection: 'eval_answers', indexes: [] };

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Answers of evaluations; they live as long as their evaluation. The result that says that one is there is
 * written after it with majority, and makes it durable.
 */
export function createEvaluationAnswerStore(db: Db) {
  const rows = db.collection<AnswerRow>(evaluationAnswerIndexes.collection, { writeConcern: lightWrite });
  const rowId = (evalId: string, index: number, config: number) => `${evalId}/${index}/${config}`;

  return {
    /**
     * Stores an answer. One that is there is replaced: its result was not noted, so that it was never shown.
     */
    async put(evalId: string, index: number, config: number, answer: EvaluationAnswer): Promise<void> {
      const content = new Binary(await compress(JSON.stringify(answer)));
      await rows.replaceOne({ _id: rowId(evalId, index, config) }, { evalId, content }, { upsert: true });
    },

    /** Null when there is none. */
    async get(evalId: string, index: number, config: number): Promise<EvaluationAnswer | null> {
      const row = await rows.findOne({ _id: rowId(evalId, index, config) });
      if (row === null) return null;
      return JSON.parse((await decompress(row.content.buffer)).toString()) as EvaluationAnswer;
    },
  };
}
