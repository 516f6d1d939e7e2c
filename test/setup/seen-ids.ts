import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Db } from 'mongodb';

/** What a suite was answered by a stack that others use as well. */
export interface SeenIds {
  suite: string;
  /** Organizations that the suite has made. */
  organizations: string[];
  /** Ids of rows in answers. */
  ids: string[];
}

const idPattern = /\b[a-z]{1,4}_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** Ids in the text of an answer. */
export function idsIn(text: string): string[] {
  return text.match(idPattern) ?? [];
}

/** Adds what a suite has seen to the folder of its stack. */
export function keepSeenIds(folder: string, seen: SeenIds): void {
  appendFileSync(path.join(folder, `${process.pid}.ndjson`), `${JSON.stringify(seen)}\n`);
}

/** A line for each id that a suite was answered though its row is of another suite's organization. */
export async function foreignIds(db: Db, folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const suites = readdirSync(folder)
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as SeenIds);
  const owners = await ownersOf(db, new Set(suites.flatMap(({ ids }) => ids)));
  return suites.flatMap(({ suite, organizations, ids }) => {
    const own = new Set(organizations);
    return ids
      .filter((id) => owners.has(id) && !own.has(owners.get(id)!))
      .map((id) => `${suite} was answered ${id}, which is of ${owners.get(id)!}`);
  });
}

const idsAtOnce = 10_000;

/** Organizations of rows by their ids, of all collections; rows that are gone have none. */
async function ownersOf(db: Db, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  const all = [...ids];
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    for (let from = 0; from < all.length; from += idsAtOnce) {
      const rows = db
        .collection<{ _id: string; organizationId?: unknown }>(name)
        .find({ _id: { $in: all.slice(from, from + idsAtOnce) } }, { projection: { organizationId: 1 } });
      for await (const { _id, organizationId } of rows)
        if (typeof organizationId === 'string') owners.set(_id, organizationId);
    }
  return owners;
}
