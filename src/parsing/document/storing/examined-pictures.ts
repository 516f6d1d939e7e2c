import { copyFileSync, writeFileSync } from 'node:fs';
import { type ParsedFigure } from '../parsed-document';
import { figureContentOf, type RecognisedPicture, writePng } from 'document-reader';

/** Collector of the examined pictures of one document. */
export interface ExaminedPictures {
  /** Writes the picture as plain PNG, without the metadata of the original file, and its words beside it. */
  take: (figure: ParsedFigure, picture: RecognisedPicture) => void;
  /** Returns the examined figures, in their order, with the files that `take` wrote. */
  among(figures: readonly ParsedFigure[]): ParsedFigure[];
}

/** Creates a collector. A picture in a language that the OCR engine does not read counts as not examined. */
export function createExaminedPictures(): ExaminedPictures {
  /** Written files by the content of the picture. Figures with the same content get files of their own. */
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
