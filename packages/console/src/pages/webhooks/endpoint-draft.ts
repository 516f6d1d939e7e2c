import { type components } from 'sheaf-client';
import { type Endpoint } from './endpoint';

type Settings = components['schemas']['CreateWebhookEndpointRequest'];
/** Values of the form of an endpoint. */
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

/** The settings of a draft in the format of requests. */
export function settingsOf(draft: EndpointDraft): Settings {
  return { ...draft, description: draft.description === '' ? null : draft.description };
}

/**
 * The members of a draft that differ from an endpoint. A changed list of the filter includes the other two.
 */
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
