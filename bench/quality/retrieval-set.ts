import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../embedded/project-root';

/** Folder beside the clone with collections of judged queries; they are never part of the clone. */
const retrievalFolder = join(projectRoot, '../shared/data/retrieval');

const files = { documents: 'docs.jsonl', queries: 'queries.jsonl', judgements: 'qrels.tsv' } as const;

/** Documents, queries, and which document answers which query how well. */
export interface RetrievalSet {
  name: string;
  /** BCP-47 tag of the language of the documents. */
  language: string;
  /** The queries were made from documents, each from the one that is right. */
  oneRightDocument: boolean;
  documents: { id: string; title: string; text: string; headingPath: readonly string[] }[];
  queries: {
    id: string;
    text: string;
    /** Above 0 is relevant, by document. */ grades: Map<string, number>;
  }[];
}

/**
 * Every folder in `folder` that holds documents, queries and judgements, by name; none where there is no such
 * folder.
 */
export function readRetrievalSets(folder = retrievalFolder): RetrievalSet[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .filter((name) => Object.values(files).every((file) => existsSync(join(folder, name, file))))
    .map((name) => readSet(name, join(folder, name)));
}

function readSet(name: string, folder: string): RetrievalSet {
  const linesOf = (file: string) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
  const rowsOf = (file: string) => linesOf(file).map((line) => JSON.parse(line) as Record<string, string>);
  const grades = new Map<string, Map<string, number>>();
  // The first line names the columns.
  for (const line of linesOf(files.judgements).slice(1)) {
    const [query, document, grade] = line.split('\t');
    if (!grades.has(query!)) grades.set(query!, new Map());
    grades.get(query!)!.set(document!, Number(grade));
  }
  return {
    name,
    language: /-(?<language>[a-z]{2})$/.exec(name)?.groups?.language ?? 'en',
    oneRightDocument: false,
    documents: rowsOf(files.documents).map(({ id, title, text }) => ({
      id: id!,
      title: title ?? '',
      text: text ?? '',
      headingPath: [],
    })),
    // A query without judgements says nothing.
    queries: rowsOf(files.queries).flatMap(({ id, text }) => {
      const judged = grades.get(id!);
      return judged === undefined ? [] : [{ id: id!, text: text!, grades: judged }];
    }),
  };
}
