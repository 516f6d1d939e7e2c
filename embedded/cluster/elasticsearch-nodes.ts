import { type ElasticsearchProgram, startElasticsearch } from '../servers/elasticsearch';
import type { StartContext } from '../servers/context';

/** Names of the nodes, as their processes are called. */
export const elasticsearchNames = ['elasticsearch-1', 'elasticsearch-2', 'elasticsearch-3'] as const;

/** Start of single nodes of one cluster; each answers the URL of its node. */
export type StartNode = (name: string) => Promise<string>;

/** Chooses the ports by which the nodes find each other, and answers what starts one of them. */
export async function prepareNodes(program: ElasticsearchProgram, context: StartContext): Promise<StartNode> {
  const ports = new Map<string, number>();
  for (const name of elasticsearchNames) ports.set(name, await context.ports.choose(`${name}-transport`));
  const seeds = [...ports.values()].map((port) => `127.0.0.1:${port}`).join(',');
  const settings = [
    `discovery.seed_hosts=${seeds}`,
    // Without an effect once the nodes have formed a cluster.
    `cluster.initial_master_nodes=${elasticsearchNames.join(',')}`,
  ];
  return (name) =>
    startElasticsearch(program, context, {
      name,
      settings: [`node.name=${name}`, `transport.port=${ports.get(name)!}`, ...settings],
    });
}
