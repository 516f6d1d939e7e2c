import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Client } from '@elastic/elasticsearch';

const heapSamples = 20;
const heapSampleEveryMs = 500;

/** Figures of what the servers hold. */
export interface Held {
  shards: number;
  /** Rows, without those that were removed. */
  rows: number;
  storeBytes: number;
  /** The least heap of Elasticsearch among some moments: what is left after its collector has run. */
  heapBytes: number;
  /** Of Elasticsearch's description of all its indexes. */
  stateBytes: number;
  /** Resident memory of the API. */
  apiBytes: number;
}

/** Bytes of all indexes. */
export async function storeBytes(client: Client): Promise<number> {
  const { _all: all } = await client.indices.stats({ metric: ['store'] });
  return all.primaries?.store?.size_in_bytes ?? 0;
}

/** Reads what Elasticsearch and the API hold now. */
export async function measureHeld(client: Client, apiPid: number): Promise<Held> {
  const heaps: number[] = [];
  for (let sample = 0; sample < heapSamples; sample++) {
    const { nodes } = await client.nodes.stats({ metric: 'jvm' });
    heaps.push(...Object.values(nodes).map(({ jvm }) => jvm?.mem?.heap_used_in_bytes ?? NaN));
    await setTimeout(heapSampleEveryMs);
  }
  const { _all: all, _shards: shards } = await client.indices.stats({ metric: ['docs'] });
  const state: unknown = await client.cluster.state({ metric: 'metadata' });
  const status = readFileSync(`/proc/${apiPid}/status`, 'utf8');
  return {
    shards: shards.successful,
    rows: all.primaries?.docs?.count ?? 0,
    storeBytes: await storeBytes(client),
    heapBytes: Math.min(...heaps),
    stateBytes: JSON.stringify(state).length,
    apiBytes: Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) * 1_024,
  };
}
