import { type ChunkContent, type ChunkType, type Region } from '../../../domain/documents/document';
import { type Block, type ListItemBlock, type TableBlock, type TextBlock } from 'document-reader';
import { createAsides } from './asides';
import { createDraft, type Unit } from './draft';
import { joinedChunks } from './joined-chunks';
import { cutWords, splitSentences } from './split-text';
import { createTablePieces } from './table-pieces';
import { type ChunkerOptions } from './text-tools';
import { chunkTokensMax, tinySectionTokens } from './token-budget';

/**
 * Upper bound of the regions of figures without text that one chunk carries; further regions go to the next
 * chunk.
 */
const picturesPerChunkMax = 100;
const picturesAtEndMax = 2_000;
/** Characters from which a text is a chunk of its own. */
const shortCharsMin = 25;

/** Kinds of blocks that may stand within a table of contents without ending it. */
const ASIDES = new Set<Block['kind']>(['contents', 'figure', 'footnote', 'page_header', 'page_footer']);

/** Chunker of one document's blocks, in one pass and with the memory of a few chunks. */
export interface Chunker {
  /** @param region the block's region, null where it has none */
  push(block: Block, region: Region | null): void;
  end(): void;
}

/**
 * Creates the chunker of all formats. Each character of each block is in exactly one chunk, with two
 * exceptions: each piece of a cut table repeats its title and header rows, and running headers and footers
 * are kept once.
 *
 * - A chunk keeps to one section; tiny ones share it below one heading of the first level. A heading goes
 *   with the text under it.
 * - Paragraphs and lists are kept whole while they fit; otherwise they are cut between sentences and items.
 * - A table has chunks of its own, cut between rows; a line that introduces it goes with it, and so does a text
 *   of fewer than 25 characters. So has a table of contents, cut between entries.
 * - A text of fewer than 25 characters at the end of a section goes to the chunk before it, where it fits.
 * - Footnotes, figures and running lines are chunks of their own beside the text that they interrupt. A
 *   figure without text has no chunk: its region goes to the interrupted text's chunk, or to the following
 *   one, or to the last.
 */
export function createChunker({ tools, language, write }: ChunkerOptions): Chunker {
  const { countTokens } = tools;
  const draft = createDraft(tools, language);
  const headings = createHeadingPath();
  /** Regions of figures without text that are not in a chunk yet. */
  const pictures: Region[] = [];
  /**
   * The last chunk, held back because a figure without text at the end of the document adds its region to it.
   */
  let last: ChunkContent | null = null;
  /** Whether the last chunk is the text or table that the draft goes on behind. */
  let isLastBefore = false;
  const emit = (chunk: ChunkContent) => {
    if (last !== null) write(last);
    last = chunk;
    isLastBefore = chunk.type === 'body' || chunk.type === 'table';
  };
  const asides = createAsides({ tools, language, write: emit }, (regions) => pictures.push(...regions));
  const writeTable = createTablePieces({
    draft,
    countTokens,
    startTable,
    makeRoom,
    writeChunk: () => {
      writeDraft('table');
    },
  });
  let list: Unit[] = [];
  let listTokens = 0;
  let inContents = false;

  function createUnit(
    block: Block,
    region: Region | null,
    text: string,
    glue: Unit['glue'],
    role: Unit['role'] = 'text',
  ): Unit {
    const { page, seconds, origin } = block;
    const tokens = countTokens(text);
    return { text, tokens, glue, role, path: headings.path, page, seconds, region, origin };
  }

  function writeDraft(type: ChunkType): void {
    const isShort = type === 'body' && draft.characters < shortCharsMin;
    const chunk = draft.take(type);
    const whole = isShort && isLastBefore && last !== null ? joinedChunks(last, chunk, countTokens) : null;
    if (whole !== null) {
      last = whole;
      return;
    }
    emit({ ...chunk, regions: [...chunk.regions, ...pictures.splice(0, picturesPerChunkMax)] });
  }

  function flush(): void {
    if (!draft.empty) writeDraft(draft.onlyHeadings ? 'heading' : 'body');
    asides.release();
  }

  /** Ends the chunk. Its introducing lines go to the next one. */
  function startNextChunk(): void {
    if (!draft.hasBody) return;
    const leads = draft.takeLeads();
    flush();
    for (const lead of leads) draft.add(lead);
  }

  /** Ends the chunk before a table. A text that is too short to be found by itself goes with the table. */
  function startTable(): void {
    if (draft.characters < shortCharsMin) draft.introduce();
    else startNextChunk();
  }

  /** Ends the chunk where a unit that must stay whole does not fit. */
  function makeRoom(tokens: number): void {
    if (draft.tokens + tokens > chunkTokensMax) startNextChunk();
    if (draft.tokens + tokens > chunkTokensMax) flush();
  }

  function endsSection(level: number): boolean {
    if (level === 1) return !draft.onlyHeadings;
    return draft.hasBody && draft.tokens >= tinySectionTokens;
  }

  function addWhole(next: Unit): void {
    makeRoom(next.tokens);
    draft.add(next);
  }

  /** Adds a unit sentence by sentence; a sentence that is too long is cut between words. */
  function addCut(whole: Unit): void {
    let { glue } = whole;
    const addPiece = (text: string) => {
      addWhole({ ...whole, text, tokens: countTokens(text), glue, role: 'text' });
      glue = '';
    };
    if (draft.tokens > chunkTokensMax / 2) startNextChunk();
    for (const sentence of splitSentences(whole.text)) {
      if (countTokens(sentence) <= chunkTokensMax) addPiece(sentence);
      else for (const piece of cutWords(sentence, chunkTokensMax, countTokens)) addPiece(piece);
    }
  }

  function addText(next: Unit): void {
    if (next.tokens <= chunkTokensMax) addWhole(next);
    else addCut(next);
  }

  function endList(): void {
    const units = list;
    if (units.length === 0) return;
    list = [];
    if (listTokens <= chunkTokensMax) makeRoom(listTokens);
    listTokens = 0;
    units.forEach(addText);
  }

  function addItem(block: ListItemBlock, region: Region | null): void {
    const indent = '  '.repeat(Math.min(block.level, 8));
    const mark = block.mark === '' ? '' : `${block.mark} `;
    const item = createUnit(block, region, indent + mark + block.text, list.length === 0 ? '\n\n' : '\n');
    if (listTokens + item.tokens > chunkTokensMax) {
      // A list over the budget is cut now, because holding it back would hold all of it in memory.
      endList();
      item.glue = '\n';
    }
    list.push(item);
    listTokens += item.tokens;
  }

  function addTable(table: TableBlock, region: Region | null): void {
    writeTable(table, (line) => createUnit(table, region, line, '\n'));
    asides.release();
  }

  function addContents(block: TextBlock, region: Region | null): void {
    if (!inContents) startNextChunk();
    let glue: Unit['glue'] = inContents ? '\n' : '\n\n';
    inContents = true;
    for (const line of block.text.split('\n')) {
      const whole = createUnit(block, region, line, glue);
      const pieces = whole.tokens <= chunkTokensMax ? [line] : cutWords(line, chunkTokensMax, countTokens);
      for (const text of pieces) {
        const tokens = countTokens(text);
        if (draft.tokens + tokens > chunkTokensMax) writeDraft('table_of_contents');
        draft.add({ ...whole, text, tokens, glue });
        glue = '';
      }
      glue = '\n';
    }
  }

  function endContents(): void {
    if (!inContents) return;
    inContents = false;
    writeDraft('table_of_contents');
    asides.release();
  }

  function push(block: Block, region: Region | null): void {
    if (block.kind !== 'list_item') endList();
    if (!ASIDES.has(block.kind)) endContents();
    if (block.kind === 'caption' && asides.caption(createUnit(block, region, block.text, '\n'))) return;
    asides.noCaption();
    if (draft.empty) asides.release();
    switch (block.kind) {
      case 'break':
        flush();
        headings.clear();
        isLastBefore = false;
        break;
      case 'heading':
        if (endsSection(block.level)) flush();
        headings.open(block.level, block.text);
        addText(createUnit(block, region, block.text, '\n\n', 'heading'));
        break;
      case 'list_item':
        addItem(block, region);
        break;
      case 'table':
        if (block.rows.length > 0) addTable(block, region);
        break;
      case 'figure':
        asides.figure(createUnit(block, region, block.text, '\n\n'));
        break;
      case 'contents':
        addContents(block, region);
        break;
      case 'footnote':
      case 'page_header':
      case 'page_footer':
        asides.add(block.kind, createUnit(block, region, block.text, '\n'));
        break;
      default:
        addText(createUnit(block, region, block.text, '\n\n', introducesNext(block) ? 'lead' : 'text'));
    }
  }

  return {
    push,
    end() {
      endList();
      endContents();
      asides.noCaption();
      flush();
      asides.end();
      if (last === null) return;
      write({ ...last, regions: [...last.regions, ...pictures.slice(0, picturesAtEndMax)] });
    },
  };
}

/**
 * Whether a text introduces the next block: a caption without a figure belongs to the table below it; a colon
 * at the end announces a list or a table.
 */
function introducesNext({ kind, text }: TextBlock): boolean {
  return kind === 'caption' || (kind === 'paragraph' && text.trimEnd().endsWith(':'));
}

const headingCharsMax = 300;
const headingsMax = 9;

/** Path of headings over a position in a document. */
interface HeadingPath {
  readonly path: readonly string[];
  /** Opens a heading; it closes those of its level and deeper. */
  open(level: number, text: string): void;
  clear(): void;
}

function createHeadingPath(): HeadingPath {
  let open: { level: number; text: string }[] = [];
  let path: readonly string[] = [];
  return {
    get path() {
      return path;
    },
    open(level, text) {
      const heading = { level, text: text.replace(/\s+/g, ' ').trim().slice(0, headingCharsMax) };
      open = [...open.filter((above) => above.level < level), heading].slice(-headingsMax);
      path = open.map((above) => above.text);
    },
    clear() {
      open = [];
      path = [];
    },
  };
}
