import { type ListLevel, nextMark, type NumberedList } from '../word/numbering';
import { type DocFile } from './doc-file';

const definitionBytes = 28;
const listBytes = 16;
const overrideBytes = 8;
const levelHeadBytes = 28;
const levelsOfList = 9;
const simpleFlag = 0x01;
const startFlag = 0x10;
const levelFlag = 0x20;
/** Numbers of lists end here ([MS-DOC] 2.6.2). */
const noList = 0x7ff;
/** Names of number formats ([MS-OSHARED] 2.2.1.3) in the words of DOCX; others are shown as decimals. */
const FORMATS: Readonly<Record<number, string>> = {
  1: 'upperRoman',
  2: 'lowerRoman',
  3: 'upperLetter',
  4: 'lowerLetter',
  22: 'decimalZero',
  23: 'bullet',
  255: 'none',
};

/** Counts an item of a list, by the number that paragraphs give, and returns its mark; null for no list. */
export type ListMarks = (list: number, level: number) => string | null;

/** Reads the lists of a document ([MS-DOC] 2.9.131, 2.9.132). */
export function readListMarks(file: DocFile): ListMarks {
  const lists = readLists(file.structure('listOverrides'), readDefinitions(file.structureAndMore('lists')));
  return (list, level) => {
    if (list === 0 || list >= noList) return null;
    const numbered = lists[list - 1];
    return numbered === undefined ? '-' : nextMark(numbered, level);
  };
}

/** Lists by the numbers that paragraphs give: definitions, some with levels or starts of their own. */
function readLists(
  table: Buffer,
  definitions: ReadonlyMap<number, NumberedList>,
): (NumberedList | undefined)[] {
  const count = table.length < 4 ? 0 : Math.min(table.readUInt32LE(0), noList);
  const lists: (NumberedList | undefined)[] = [];
  let at: number | null = 4 + count * listBytes;
  for (let i = 0, list = 4; i < count && list + listBytes <= table.length; i++, list += listBytes) {
    const definition = definitions.get(table.readInt32LE(list));
    const own: OwnLevels | null = at === null ? null : readOverrides(table, at + 4, table[list + 12]!);
    at = own?.end ?? null;
    lists.push(definition && own ? withOverrides(definition, own.overrides) : definition);
  }
  return lists;
}

interface Override {
  level: number;
  /** First number, null for that of the definition. */
  start: number | null;
  /** Level in place of that of the definition. */
  replaced: ListLevel | null;
}

interface OwnLevels {
  overrides: Override[];
  /** Offset behind them. */
  end: number;
}

/** Changes of a list to its definition; null where the list is cut. */
function readOverrides(table: Buffer, from: number, count: number): OwnLevels | null {
  const overrides: Override[] = [];
  let at = from;
  for (let i = 0; i < count; i++) {
    if (at + overrideBytes > table.length) return null;
    const flags = table.readUInt32LE(at + 4);
    const start = (flags & startFlag) === 0 ? null : table.readInt32LE(at);
    at += overrideBytes;
    const read = (flags & levelFlag) === 0 ? null : readLevel(table, at);
    if ((flags & levelFlag) !== 0 && read === null) return null;
    at = read?.end ?? at;
    overrides.push({ level: flags & 0xf, start, replaced: read?.level ?? null });
  }
  return { overrides, end: at };
}

function withOverrides(list: NumberedList, overrides: readonly Override[]): NumberedList {
  if (overrides.length === 0) return list;
  const levels = new Map(list.levels);
  for (const { level: index, start, replaced } of overrides) {
    const level = replaced ?? levels.get(index);
    if (level) levels.set(index, start === null ? level : { ...level, start });
  }
  return { counts: [], levels };
}

/** Definitions by their ids; their levels follow behind all of them. */
function readDefinitions(bytes: Buffer): Map<number, NumberedList> {
  const lists = new Map<number, NumberedList>();
  const count = bytes.length < 2 ? 0 : bytes.readUInt16LE(0);
  let at = 2 + count * definitionBytes;
  for (let i = 0; i < count; i++) {
    const definition = 2 + i * definitionBytes;
    if (definition + definitionBytes > bytes.length) break;
    const isSimple = (bytes[definition + 26]! & simpleFlag) !== 0;
    const levels = new Map<number, ListLevel>();
    for (let level = 0; level < (isSimple ? 1 : levelsOfList); level++) {
      const read = readLevel(bytes, at);
      if (read === null) return lists;
      levels.set(level, read.level);
      at = read.end;
    }
    lists.set(bytes.readInt32LE(definition), { counts: [], levels });
  }
  return lists;
}

/** A level with its text, in which numbers of levels are characters of their own; null where it is cut. */
function readLevel(bytes: Buffer, at: number): { level: ListLevel; end: number } | null {
  if (at + levelHeadBytes > bytes.length) return null;
  const lengthAt = at + levelHeadBytes + bytes[at + 24]! + bytes[at + 25]!;
  if (lengthAt + 2 > bytes.length) return null;
  const end = lengthAt + 2 + bytes.readUInt16LE(lengthAt) * 2;
  if (end > bytes.length) return null;
  const text = bytes
    .toString('utf16le', lengthAt + 2, end)
    .replace(/[\p{Cc}%]/gu, (mark) => (mark < '\t' ? `%${mark.charCodeAt(0) + 1}` : ''));
  return {
    level: { format: FORMATS[bytes[at + 4]!] ?? 'decimal', text, start: bytes.readInt32LE(at) },
    end,
  };
}
