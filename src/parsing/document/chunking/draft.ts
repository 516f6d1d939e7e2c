import {
  type ChunkContent,
  type ChunkLocation,
  type ChunkType,
  nowhere,
  type Region,
} from '../../../domain/documents/document';
import { type TextTools } from './text-tools';

/** Text that stays within one chunk. */
export interface Unit {
  text: string;
  tokens: number;
  /** Separator between the previous unit and this one. */
  glue: '' | '\n' | '\n\n';
  /** A heading or another introducing line (`lead`) stays with the text after it. */
  role: 'heading' | 'lead' | 'text';
  /** Headings over the unit, its own included. */
  path: readonly string[];
  page: number | null;
  seconds: readonly [start: number, end: number] | null;
  region: Region | null;
  origin: ChunkContent['origin'];
}

/** Units of the chunk under construction. */
export interface Draft {
  readonly tokens: number;
  readonly empty: boolean;
  readonly characters: number;
  /** Whether the draft holds text besides the introducing lines at its end. */
  readonly hasBody: boolean;
  readonly onlyHeadings: boolean;
  /** Introducing units at the end. */
  readonly leads: readonly Unit[];
  add: (unit: Unit) => void;
  /** Makes all units introducing ones. */
  introduce: () => void;
  /** Removes and returns the introducing units at the end. */
  takeLeads(): Unit[];
  /** Returns the chunk and empties the draft. */
  take(type: ChunkType): ChunkContent;
}

/**
 * Creates an empty draft.
 *
 * @param language language of the document, for chunks that are too short to detect
 */
export function createDraft({ countTokens, languages }: TextTools, language: string | null): Draft {
  let units: Unit[] = [];
  let tokens = 0;
  const firstLead = () => units.findLastIndex((unit) => unit.role === 'text') + 1;
  return {
    get tokens() {
      return tokens;
    },
    get empty() {
      return units.length === 0;
    },
    get characters() {
      return units.reduce((sum, { text }) => sum + text.length, 0);
    },
    get hasBody() {
      return units.some((unit) => unit.role === 'text');
    },
    get onlyHeadings() {
      return units.every((unit) => unit.role === 'heading');
    },
    get leads() {
      return units.slice(firstLead());
    },
    add(unit) {
      units.push(unit);
      tokens += unit.tokens;
    },
    introduce() {
      units = units.map((unit) => (unit.role === 'text' ? { ...unit, role: 'lead' } : unit));
    },
    takeLeads() {
      const leads = units.splice(firstLead());
      for (const unit of leads) tokens -= unit.tokens;
      return leads;
    },
    take(type) {
      const text = joined(units);
      const chunk: ChunkContent = {
        type,
        text,
        tokenCount: countTokens(text),
        location: locationOf(units),
        headingPath: sharedPath(units),
        language: languages.detect(text, language),
        origin: units.find((unit) => unit.origin !== 'text')?.origin ?? 'text',
        regions: regionsOf(units),
        ...(type === 'table' && leadLinesOf(units)),
      };
      units = [];
      tokens = 0;
      return chunk;
    },
  };
}

function joined(units: readonly Unit[]): string {
  let text = '';
  for (const unit of units) text += text === '' ? unit.text : unit.glue + unit.text;
  return text;
}

/** Number of lines before the rows of a table; no field for other chunks. */
function leadLinesOf(units: readonly Unit[]): Pick<ChunkContent, 'leadLines'> {
  const rows = units.findIndex((unit) => unit.role === 'text');
  const leads = joined(units.slice(0, Math.max(0, rows)));
  return leads.includes('\\') ? { leadLines: leads.split('\n').length } : {};
}

/** Longest path of headings that all units have in common. */
function sharedPath(units: readonly Unit[]): string[] {
  let shared = units[0]?.path ?? [];
  for (const { path } of units) {
    const differs = shared.findIndex((heading, level) => heading !== path[level]);
    if (differs >= 0) shared = shared.slice(0, differs);
  }
  return [...shared];
}

function regionsOf(units: readonly Unit[]): Region[] {
  return [...new Set(units.map((unit) => unit.region).filter((region) => region !== null))];
}

function locationOf(units: readonly Unit[]): ChunkLocation {
  const pages = units.map((unit) => unit.page).filter((page) => page !== null);
  const seconds = units.map((unit) => unit.seconds).filter((span) => span !== null);
  return {
    ...nowhere,
    ...(pages.length > 0 && { pageStart: pages[0]!, pageEnd: pages.at(-1)! }),
    ...(seconds.length > 0 && { startSeconds: seconds[0]![0], endSeconds: seconds.at(-1)![1] }),
  };
}
