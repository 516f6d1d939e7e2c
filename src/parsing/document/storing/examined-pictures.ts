import { copyFileSync, writeFileSync } from 'node:fs';
import { type ParsedFigure } from '../parsed-document';
import { figureContentOf, type RecognisedPicture, writePng } from 'document-reader';

/** Collector of the pictures of one document whose words are known. */
export interface ExaminedPictures {
  /** Writes the picture as plain PNG, without what else its file holds, and its words beside it. */
  take: (figure: ParsedFigure, picture: RecognisedPicture) => void;
  /** Figures that were examined, in their order, with the files that `take` has written. */
  among(figures: readonly ParsedFigure[]): ParsedFigure[];
}

/** Creates a collector. A picture in a language that the engine does not read counts as not examined. */
export function createExaminedPictures(): ExaminedPictures {
  /** Written files by the content of the picture; figures that share a content have files of their own. */
  const written = new Map<string, { path: string; wordsPath: string }>();

  function ownFiles(figure: ParsedFigure): { path: string; wordsPath: string } | null {
    const files = written.get(figureContentOf(figure));
    const own = filesOf(figure);
    if (files === undefined || files.path === own.path) return files ?? null;
    copyFileSync(files.path, own.path);
    copyFileSync(files.wordsPath, own.wordsPath);
    return own;
  }

  return {
    take(figure, { image, words, isCovered }) {
      if (!isCovered) return;
      const files = filesOf(figure);
      writeFileSync(files.path, writePng(image));
      writeFileSync(files.wordsPath, JSON.stringify(words));
      written.set(figureContentOf(figure), files);
    },
    among: (figures) =>
      figures.flatMap((figure) => {
        const files = ownFiles(figure);
        return files === null ? [] : [{ ...figure, ...files, contentType: 'image/png' }];
      }),
  };
}

function filesOf({ path }: ParsedFigure): { path: string; wordsPath: string } {
  return { path: `${path}.png`, wordsPath: `${path}.words` };
}
