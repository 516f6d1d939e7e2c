import { type NewRelation, type OpenVersion } from '../../../src/stores/documents/document-writes';
import { type ActivityDeps } from '../../deps';
import { type ParsedDocument } from '../../../src/parsing';

/** Most replies of one message that are linked. */
const repliesMax = 100;
/**
 * File types of messages. Attachments have the metadata of their message, including its id, but belong to no
 * thread.
 */
const messageTypes = ['eml', 'msg'];

/** A published document. */
interface Published {
  document: Pick<ParsedDocument, 'relations' | 'message'>;
  version: OpenVersion;
}

export type LinkDocumentsDeps = Pick<ActivityDeps, 'collections' | 'documentWrites' | 'documents'>;

/**
 * Links a message with its attachments, and with the messages of its thread in the collection, in both
 * directions.
 */
export async function linkDocuments(
  deps: LinkDocumentsDeps,
  collectionId: string,
  jobId: string,
  published: readonly Published[],
): Promise<void> {
  const relations: NewRelation[] = [];
  const link = (type: string, source: string, target: string) => {
    for (const [from, to] of [
      [source, target],
      [target, source],
    ] as const)
      relations.push({
        type,
        source: { documentId: from, index: 0 },
        target: { documentId: to, index: 0 },
        ofDocuments: true,
        metadata: {},
        jobId,
      });
  };
  for (const part of published) {
    for (const { type, to } of part.document.relations) {
      const target = published[to];
      if (target !== undefined) link(type, part.version.documentId, target.version.documentId);
    }
    if (part.document.message === null) continue;
    for (const other of await threadOf(deps, collectionId, part))
      link('email_reply_to', part.version.documentId, other);
  }
  if (relations.length === 0) return;
  const outcomes = await deps.documentWrites.putRelations(collectionId, relations);
  const unknown = outcomes.find((outcome) => outcome instanceof Error);
  if (unknown !== undefined) throw unknown;
}

/** Ids of the messages with this metadata value, except one of them. */
async function having(
  { collections, documents }: LinkDocumentsDeps,
  collectionId: string,
  key: string,
  value: string,
  but: string,
): Promise<string[]> {
  const collection = await collections.findById(collectionId);
  if (collection === null) return [];
  const filter = {
    custom: { $elemMatch: { k: key, v: value } },
    fileType: { $in: messageTypes },
  };
  const { documents: found } = await documents.list(collection, { offset: 0, limit: repliesMax, filter });
  return found.map(({ documentId }) => documentId).filter((documentId) => documentId !== but);
}

/** Ids of the documents before and after a message in its thread. */
async function threadOf(
  deps: LinkDocumentsDeps,
  collectionId: string,
  { document, version }: Published,
): Promise<string[]> {
  const { messageId = null, inReplyTo = null } = document.message ?? {};
  const [answered, answers] = await Promise.all([
    inReplyTo === null ? [] : having(deps, collectionId, 'email_message_id', inReplyTo, version.documentId),
    messageId === null ? [] : having(deps, collectionId, 'email_in_reply_to', messageId, version.documentId),
  ]);
  return [...answered, ...answers];
}
