import { type Sheaf } from 'sheaf-client';
import { idsOf, type Work } from './works';

const endpointsPerOrganization = 8;
const largeBacklog = 2_000;

/** Deliveries of webhooks to a receiver that answers at once: one, and a backlog to several endpoints. */
export function deliveriesWork(receiverUrl: string): Work {
  const endpoints = new WeakMap<Sheaf, string[]>();

  const endpointOf = (sheaf: Sheaf, at: number) => endpoints.get(sheaf)![at % endpointsPerOrganization]!;

  /** Sends a test message. @returns the endpoint and the id of the message */
  async function send(sheaf: Sheaf, at: number): Promise<string> {
    const endpoint = endpointOf(sheaf, at);
    const path = '/v2/webhooks/endpoints/{endpoint_id}/test';
    const sent = await sheaf.post(path, { params: { path: { endpoint_id: endpoint } } });
    return `${endpoint}/${sent.message_id}`;
  }

  async function delivery(sheaf: Sheaf, id: string) {
    const [endpoint, message] = id.split('/') as [string, string];
    return sheaf.get('/v2/webhooks/endpoints/{endpoint_id}/deliveries/{message_id}', {
      params: { path: { endpoint_id: endpoint, message_id: message } },
    });
  }

  return {
    name: 'delivery',
    async prepare(sheaf) {
      const url = (at: number) => `${receiverUrl}?${at}`;
      const make = async (at: number) =>
        (await sheaf.post('/v2/webhooks/endpoints', { body: { url: url(at) } })).endpoint_id;
      endpoints.set(sheaf, await idsOf(endpointsPerOrganization, make));
    },
    small: (sheaf, at) => Promise.resolve(() => send(sheaf, at)),
    large: (sheaf, scale) => idsOf(Math.round(largeBacklog * scale), (at) => send(sheaf, at)),
    hasEnded: async (sheaf, id) => ['succeeded', 'failed'].includes((await delivery(sheaf, id)).status),
    async verify(sheaf, id) {
      const { status } = await delivery(sheaf, id);
      if (status !== 'succeeded') throw new Error(`delivery ${id} is ${status}`);
    },
    async stop(sheaf) {
      for (const endpoint of endpoints.get(sheaf)!) {
        const params = { path: { endpoint_id: endpoint } };
        await sheaf.delete('/v2/webhooks/endpoints/{endpoint_id}', { params });
      }
    },
  };
}
