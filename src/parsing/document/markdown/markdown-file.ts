import { join } from 'node:path';
import { signBlobPath } from '../../../signing/blob-url';
import { type PictureLinks } from '../parsed-document';
import { createLineFile } from '../storing/line-file';
import { createMarkdownWriter, type MarkdownWriter } from './markdown-writer';

/** Markdown of a document that is written to a file. */
export interface MarkdownFile extends MarkdownWriter {
  path: string;
  close: () => void;
}

/**
 * Creates the Markdown file of a document in a folder.
 *
 * @param stem prefix of the file's name
 * @param hasPicture whether there is a picture of a figure
 */
export function createMarkdownFile(
  { directory, stem }: { directory: string; stem: string },
  { links, hasPicture }: { links: PictureLinks; hasPicture: (figureId: string) => boolean },
): MarkdownFile {
  const file = createLineFile(join(directory, `${stem}-text.md`));
  const { block } = createMarkdownWriter({
    line: file.writeLine,
    linkTo: (figureId) => (hasPicture(figureId) ? pictureLink(links, figureId) : null),
  });
  return {
    block,
    path: file.path,
    close: () => {
      file.close();
    },
  };
}

/** Signed link to the picture of a figure. */
export function pictureLink(
  { baseUrl, folder, folderKey, expiresAtMs }: PictureLinks,
  figureId: string,
): string {
  return baseUrl + signBlobPath(folderKey, folder + figureId, expiresAtMs);
}
