import { allOrNothing } from '../all-or-nothing';
import type { ObtainContext } from '../cache/entry';
import { reportStart } from '../report';
import type { StartContext } from '../servers/context';
import { obtainElasticsearch } from '../servers/elasticsearch';
import { obtainMongod } from '../servers/mongod';
import { elasticsearchNames, prepareNodes } from './elasticsearch-nodes';
import { createMembers } from './members';
import { type MongodSet, mongodNames, startMongodSet } from './mongod-set';

/** Names of all members of a cluster. */
export type MemberName = (typeof elasticsearchNames)[number] | (typeof mongodNames)[number];

/** Three nodes of Elasticsearch and a replica set of three members, each of which may die by itself. */
export interface Cluster {
  /** Names all members; no database in its path. */
  mongodbUrl: string;
  /** URLs of all nodes, comma-separated, as `ELASTICSEARCH_URL` takes them. */
  elasticsearchUrl: string;
  /** Ends a member without a chance to write anything. */
  kill(name: MemberName): Promise<void>;
  /** Starts a member that has ended, over what it has left, and waits until it serves again. */
  restart(name: MemberName): Promise<void>;
  /** Process ids of the members that run. */
  pids(): Map<MemberName, number>;
  /** Member of MongoDB that takes writes; undefined while there is none. */
  primary(): Promise<MemberName | undefined>;
}

/**
 * Starts a cluster from the packages of the single servers.
 *
 * @param onEnd called when a member has ended that was not stopped; the others continue
 * @param controller aborted by the cluster itself when a part of it fails to start
 */
export async function startCluster(
  obtain: ObtainContext,
  start: StartContext,
  onEnd: (name: string, description: string) => void,
  controller: AbortController,
): Promise<Cluster> {
  const members = createMembers(start.children, onEnd);
  const context = { ...start, children: members.children };
  const { elasticsearch, mongod } = await allOrNothing(
    {
      elasticsearch: async () => {
        const startNode = await prepareNodes(await obtainElasticsearch(obtain), context);
        const urls = await reportStart(obtain.report, 'Elasticsearch, three nodes', () =>
          Promise.all(elasticsearchNames.map(startNode)),
        );
        return { startNode, urls };
      },
      mongod: async (): Promise<MongodSet> => {
        const binary = await obtainMongod(obtain);
        return reportStart(obtain.report, 'MongoDB, three members', () => startMongodSet(binary, context));
      },
    },
    controller,
  );
  const isNode = (name: string) => elasticsearchNames.some((known) => known === name);
  return {
    mongodbUrl: mongod.url,
    elasticsearchUrl: elasticsearch.urls.join(','),
    kill: (name) => members.kill(name),
    async restart(name) {
      await (isNode(name) ? elasticsearch.startNode(name) : mongod.restart(name));
    },
    pids: () => members.pidsOf([...elasticsearchNames, ...mongodNames]),
    primary: async () => (await mongod.primary()) as MemberName | undefined,
  };
}
