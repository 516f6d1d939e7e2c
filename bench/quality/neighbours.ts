import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../embedded/project-root';

/** Collections that lie in an index beside the measured one. */
const neighboursMax = 200;
const textsMax = 20;
const charsPerText = 1_000;
const readme = /^readme(?:\.md)?$/i;

/**
 * Texts of other collections, in other words than those of a measured set: the first pages of the packages that
 * the project is built with, one package for each collection, in pieces of a thousand characters.
 */
export function readNeighbours(): string[][] {
  const folder = join(projectRoot, 'node_modules');
  const packages = readdirSync(folder)
    .toSorted()
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((own) => join(name, own)) : [name],
    )
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory());
  const neighbours: string[][] = [];
  for (const path of packages) {
    if (neighbours.length === neighboursMax) break;
    const file = readdirSync(path).find((name) => readme.test(name));
    const texts = file === undefined ? [] : piecesOf(readFileSync(join(path, file), 'utf8'));
    if (texts.length > 0) neighbours.push(texts);
  }
  return neighbours;
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length && pieces.length < textsMax; from += charsPerText)
    pieces.push(text.slice(from, from + charsPerText));
  return pieces.filter((piece) => piece.trim() !== '');
}
