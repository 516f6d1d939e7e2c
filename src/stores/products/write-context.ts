import { type Db } from 'mongodb';
import { createTransact, type Transact } from '../mongo/transactions';
import { createFieldClaimStore } from './field-claims';
import { createKeyedWrites } from './keyed-writes';
import { createRecordEntryStore } from './record-entries';

/** What the transactions that change indexes share: one for each database and process. */
export interface ProductWriteContext {
  db: Db;
  /** Transactions in lanes; that of a change of records is the id of its index. */
  transact: Transact;
  entries: ReturnType<typeof createRecordEntryStore>;
  keyedWrites: ReturnType<typeof createKeyedWrites>;
  fieldClaims: ReturnType<typeof createFieldClaimStore>;
}

export function createProductWriteContext(db: Db): ProductWriteContext {
  return {
    db,
    transact: createTransact(db.client),
    entries: createRecordEntryStore(db),
    keyedWrites: createKeyedWrites(db),
    fieldClaims: createFieldClaimStore(db),
  };
}
