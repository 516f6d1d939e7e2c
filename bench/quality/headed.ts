import { type RetrievalSet } from './retrieval-set';

/** The same documents as files with a heading have them: the title is the heading of its text too. */
export function headed(set: RetrievalSet): RetrievalSet {
  const documents = set.documents.map((document) => ({
    ...document,
    headingPath: document.title === '' ? [] : [document.title],
  }));
  return { ...set, name: `${set.name}-headed`, documents };
}
