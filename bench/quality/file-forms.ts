import { type UploadedFile } from '../index/index-uploads';
import { type RetrievalSet } from './retrieval-set';

type Document = RetrievalSet['documents'][number];

/** A form in which the documents of a set are written as files. */
export interface FileForm {
  name: string;
  fileOf(document: Document): UploadedFile;
}

/** The id of the document that a file was written of. */
export const idOfFile = (filename: string): string => filename.slice(0, filename.lastIndexOf('.'));

/** The title begins the text, or is the heading above it. */
export const FILE_FORMS: readonly FileForm[] = [
  {
    name: 'plain texts',
    fileOf: (document) => ({
      name: `${document.id}.txt`,
      content: `${document.title}\n\n${withoutTitle(document)}\n`,
    }),
  },
  {
    name: 'Markdown with a heading',
    fileOf: (document) => ({
      name: `${document.id}.md`,
      content: `# ${document.title}\n\n${withoutTitle(document)}\n`,
    }),
  },
];

function withoutTitle({ title, text }: Document): string {
  return text.startsWith(title) ? text.slice(title.length).trimStart() : text;
}
