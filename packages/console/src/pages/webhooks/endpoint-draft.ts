import { type components } from 'sheaf-client';
import { type Endpoint } from './endpoint';

type Settings = components['schemas']['CreateWebhookEndpointRequest'];
/** What the form of an endpoint holds. */
export type EndpointDraft = Pick<
  Endpoint,
  'url' | 'event_types' | 'collection_ids' | 'sync_ids' | 'sources' | 'include_collection_name'
> & { description: string };

export const emptyDraft: EndpointDraft = {
  url: '',
  description: '',
  event_types: [],
  collection_ids: [],
  sync_ids: [],
  sources: [],
  include_collection_name: true,
};

/** The draft that changes nothing of an endpoint. */
export function draftOf(endpoint: Endpoint): EndpointDraft {
  const { url, description, event_types, collection_ids, sync_ids, sources, include_collection_name } =
    endpoint;
  return {
    url,
    description: description ?? '',
    event_types,
    collection_ids,
    sync_ids,
    sources,
    include_collection_name,
  };
}

/** The settings of a draft as a request has them. */
export function settingsOf(draft: EndpointDraft): Settings {
  return { ...draft, description: draft.description === '' ? null : draft.description };
}

/** The members of a draft that differ from an endpoint. One list of the filter brings all three along. */
export function changesOf(
  endpoint: Endpoint,
  draft: EndpointDraft,
): components['schemas']['ChangeWebhookEndpointRequest'] {
  const former = settingsOf(draftOf(endpoint));
  const next = settingsOf(draft);
  const differs = (member: keyof Settings) => JSON.stringify(former[member]) !== JSON.stringify(next[member]);
  const { url, description, event_types, collection_ids, sync_ids, sources, include_collection_name } = next;
  return {
    ...(differs('url') && { url }),
    ...(differs('description') && { description }),
    ...(differs('event_types') && { event_types }),
    ...(['collection_ids', 'sync_ids', 'sources'].some((list) => differs(list as keyof Settings)) && {
      collection_ids,
      sync_ids,
      sources,
    }),
    ...(differs('include_collection_name') && { include_collection_name }),
  };
}
