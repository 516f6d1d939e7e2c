import type { ObtainContext } from './cache/entry';
import { reportStart } from './report';
import type { StartContext } from './servers/context';
import { obtainElasticsearch, startElasticsearch } from './servers/elasticsearch';
import { obtainMongod, startMongod } from './servers/mongod';
import { type TemporalAddresses, obtainTemporal, startTemporal } from './servers/temporal';

/** Servers of one's own, which are used instead of started ones. */
export interface GivenServers {
  temporal?: TemporalAddresses;
  mongodbUrl?: string;
  elasticsearchUrl?: string;
}

/**
 * Tasks, one for each server that the programs need, to be run side by side. A server that is not given is
 * obtained and started.
 */
export function serverTasks(given: GivenServers, obtain: ObtainContext, start: StartContext) {
  const { report } = obtain;
  return {
    temporal: async (): Promise<TemporalAddresses> => {
      if (given.temporal !== undefined) return given.temporal;
      const binary = await obtainTemporal(obtain);
      return reportStart(report, 'Temporal', () => startTemporal(binary, start));
    },
    mongodbUrl: async (): Promise<string> => {
      if (given.mongodbUrl !== undefined) return given.mongodbUrl;
      const binary = await obtainMongod(obtain);
      return reportStart(report, 'MongoDB', () => startMongod(binary, start));
    },
    elasticsearchUrl: async (): Promise<string> => {
      if (given.elasticsearchUrl !== undefined) return given.elasticsearchUrl;
      const program = await obtainElasticsearch(obtain);
      return reportStart(report, 'Elasticsearch', () => startElasticsearch(program, start));
    },
  };
}
