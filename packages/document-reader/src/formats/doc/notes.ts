import { type DocFile, type Story } from './doc-file';

/** A note, remark or running head: where its mark stands, and the place of its text. */
export interface DocNote {
  /** Position of the character that refers to it. */
  position: number;
  text: Story;
}

const notesMax = 100_000;
/** Bytes that describe each mark, beside its position. */
const KINDS = [
  { story: 'footnotes', marks: 'footnoteMarks', texts: 'footnoteTexts', bytes: 2 },
  { story: 'endnotes', marks: 'endnoteMarks', texts: 'endnoteTexts', bytes: 2 },
  { story: 'comments', marks: 'commentMarks', texts: 'commentTexts', bytes: 30 },
] as const;
/** Texts for separators of notes, in front of the running heads of the first section. */
const separators = 6;

/** Footnotes, endnotes and comments of the body, in the order of their marks. */
export function readNotes(file: DocFile): DocNote[] {
  return KINDS.flatMap(({ story, marks, texts, bytes }) => {
    const list = file.structure(marks);
    const count = Math.max(0, Math.min(Math.floor((list.length - 4) / (4 + bytes)), notesMax));
    const places = textsOf(file.structure(texts), file.story(story));
    return places.slice(0, count).map((text, index) => ({ position: list.readUInt32LE(index * 4), text }));
  }).sort((a, b) => a.position - b.position);
}

/** Page headers and footers of all sections: those of even, odd and first pages. */
export function readRunningHeads(file: DocFile): { kind: 'page_header' | 'page_footer'; text: Story }[] {
  return textsOf(file.structure('headers'), file.story('headers'))
    .slice(separators)
    .map((text, index) => ({
      kind: isFooter(index) ? ('page_footer' as const) : ('page_header' as const),
      text,
    }))
    .filter(({ text }) => text.to > text.from);
}

/** Each section has headers of even and odd pages, footers of both, a header and a footer of its first page. */
function isFooter(index: number): boolean {
  return [2, 3, 5].includes(index % 6);
}

/** Places of the texts that lie behind each other in a story, by the list of their starts. */
function textsOf(starts: Buffer, { from, to }: Story): Story[] {
  const count = Math.max(0, Math.min(Math.floor(starts.length / 4), notesMax) - 1);
  let read = from;
  return Array.from({ length: count }, (_, i) => {
    // No character belongs to two texts, whatever the list says.
    const start = Math.max(read, from + starts.readUInt32LE(i * 4));
    read = Math.max(read, Math.min(to, from + starts.readUInt32LE(i * 4 + 4)));
    return { from: start, to: read };
  });
}
