import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Db } from 'mongodb';
import { type Stores } from '../../src/stores';
import { type ReachedApi } from './api';

type Request = ReachedApi['request'];

/** What a suite was answered by a stack that others use as well. */
interface SeenIds {
  suite: string;
  /** Organizations that the suite has made. */
  organizations: string[];
  /** Ids of rows in answers. */
  ids: string[];
}

const idPattern = /\b[a-z]{1,4}_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** Ids in the text of an answer. */
function idsIn(text: string): string[] {
  return text.match(idPattern) ?? [];
}

/** Requests of a suite that remember what they were answered, and which organizations the suite has made. */
export function rememberIds(
  request: Request,
  { organizations: made }: Pick<Stores, 'organizations'>,
): { request: Request; keepIds: (folder: string) => void } {
  const organizations = new Set<string>();
  const ids = new Set<string>();
  const ensure = made.ensure.bind(made);
  made.ensure = async (name) => {
    const id = await ensure(name);
    organizations.add(id);
    return id;
  };
  return {
    async request(...options) {
      const answer = await request<never>(...options);
      for (const id of idsIn(answer.text)) ids.add(id);
      return answer;
    },
    keepIds(folder) {
      const suite = expect.getState().testPath ?? '';
      const seen: SeenIds = { suite, organizations: [...organizations], ids: [...ids] };
      mkdirSync(folder, { recursive: true });
      appendFileSync(path.join(folder, `${process.pid}.ndjson`), `${JSON.stringify(seen)}\n`);
    },
  };
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
