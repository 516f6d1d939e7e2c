import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import {
  type EndpointFilter,
  filterFault,
  filterListMax,
} from '../../../src/domain/platform/webhook-endpoint';
import { WEBHOOK_EVENTS, type WebhookEventType } from '../../../src/domain/platform/webhook-event';
import { type EndpointChange } from '../../../src/stores/platform/webhooks/webhook-endpoints';
import { urlCharsMax, type ChangeEndpointBody } from './schema';

/**
 * Reads the changes of an endpoint from a body. A single list of the filter replaces all three lists.
 *
 * @throws Refusal for unknown event types, filters that break a rule, and addresses that are too long
 */
export function endpointChange(body: ChangeEndpointBody): EndpointChange {
  const { collection_ids, sync_ids, sources } = body;
  const lists = [collection_ids, sync_ids, sources];
  return {
    ...(body.url === undefined ? {} : { url: asCalled(body.url) }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.event_types === undefined ? {} : { eventTypes: knownEventTypes(body.event_types) }),
    ...(lists.every((list) => list === undefined)
      ? {}
      : {
          filter: goodFilter({
            collectionIds: collection_ids ?? [],
            syncIds: sync_ids ?? [],
            sources: sources ?? [],
          }),
        }),
    ...(body.include_collection_name === undefined
      ? {}
      : { includeCollectionName: body.include_collection_name }),
    ...(body.disabled === undefined ? {} : { disabled: body.disabled }),
  };
}

/**
 * Normalises an address as requests use it: host in lower case and ASCII, no fragment. An invalid address is
 * returned unchanged.
 *
 * @throws Refusal `invalid_url` when the result is too long
 */
function asCalled(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  if (url.href.length > urlCharsMax)
    throw new Refusal<PlatformErrorCode>('invalid_url', {
      message: `As it is called, the address has more than ${urlCharsMax} characters.`,
    });
  return url.href;
}

/** Checks the names of event types. @throws Refusal `unknown_event_type` */
export function knownEventTypes(names: readonly string[]): WebhookEventType[] {
  const unknown = names.find((name) => !(WEBHOOK_EVENTS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new Refusal<PlatformErrorCode>('unknown_event_type', {
      details: { event_type: unknown.slice(0, 100), known: WEBHOOK_EVENTS },
    });
  }
  return unique(names) as WebhookEventType[];
}

/**
 * Removes duplicate values from the lists of a filter. @throws Refusal when a filter breaks a rule; the
 * length of lists counts duplicates
 */
function goodFilter(sent: EndpointFilter): EndpointFilter {
  const filter = {
    collectionIds: unique(sent.collectionIds),
    syncIds: unique(sent.syncIds),
    sources: unique(sent.sources),
  };
  const tooLong = filterFault(sent);
  const fault = tooLong?.code === 'filter_list_too_long' ? tooLong : filterFault(filter);
  switch (fault?.code) {
    case undefined:
      return filter;
    case 'filter_list_too_long':
      throw new Refusal<PlatformErrorCode>(fault.code, {
        details: { list: wireNames[fault.list], length: sent[fault.list].length, max: filterListMax },
      });
    case 'too_many_filter_combinations':
      throw new Refusal<PlatformErrorCode>(fault.code, {
        details: { combinations: fault.combinations },
      });
    default:
      throw new Refusal<PlatformErrorCode>(fault!.code);
  }
}

const wireNames: Record<keyof EndpointFilter, string> = {
  collectionIds: 'collection_ids',
  syncIds: 'sync_ids',
  sources: 'sources',
};

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
