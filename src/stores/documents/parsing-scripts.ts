import { type Db } from 'mongodb';
import { type CollectionIndexes } from '../mongo/collection-indexes';

/** A JSONata expression of an organization for `.json` files. Operators store it; jobs use it by name. */
interface ParsingScriptRow {
  /** `<organization>/<name>`. */
  _id: string;
  organizationId: string;
  name: string;
  expression: string;
  updatedAt: Date;
}

/** Letters, digits, dots, hyphens and underscores; begins with a letter or digit. */
export const parsingScriptNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Longest expression, in characters. */
export const parsingScriptCharsMax = 64 * 1024;

export const parsingScriptIndexes: CollectionIndexes = { collection: 'parsing_scripts', indexes: [] };

/** Creates the store of parsing scripts, by organization and name. */
export function createParsingScriptStore(db: Db) {
  const rows = db.collection<ParsingScriptRow>(parsingScriptIndexes.collection);
  const rowId = (organizationId: string, name: string) => `${organizationId}/${name}`;

  return {
    /** Stores a script, replacing one of the same name. */
    async put(organizationId: string, name: string, expression: string): Promise<void> {
      const set = { organizationId, name, expression, updatedAt: new Date() };
      await rows.updateOne({ _id: rowId(organizationId, name) }, { $set: set }, { upsert: true });
    },

    /** The expression; null when the organization has none of this name. */
    async find(organizationId: string, name: string): Promise<string | null> {
      const row = await rows.findOne({ _id: rowId(organizationId, name) });
      return row?.expression ?? null;
    },

    /** Names of the organization's scripts, sorted. */
    async names(organizationId: string): Promise<string[]> {
      const found = await rows.find({ organizationId }, { projection: { name: 1 } }).toArray();
      return found.map(({ name }) => name).sort();
    },

    /** False when there was none. */
    async remove(organizationId: string, name: string): Promise<boolean> {
      const { deletedCount } = await rows.deleteOne({ _id: rowId(organizationId, name) });
      return deletedCount === 1;
    },
  };
}
