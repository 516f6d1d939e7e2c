import { parseRecord } from '../../domain/products/raw-object';
import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { type AclSetting, type FieldWeight, type ObjectSettings } from '../../domain/products/settings';
import { createGroupKeys } from '../groups/grouping';
import { codedGroupsMax, groupCode, groupPart } from '../../domain/products/group-code';
import { fieldName } from '../schema/declared-fields';
import { isRowNumber, rowCode } from '../schema/row-number';
import { isTypoTolerant, tierOf } from '../schema/tier';
import {
  columnValue,
  type ColumnValue,
  fieldValues,
  fitsTerm,
  scalarText,
  searchedText,
  valuesOf,
} from '../values/column-value';
import { foldCode, tokenTexts } from '../words/words';
import { packVector } from '../../stores/elastic/pack-vector';
import { createVectorTexts } from './vector-text';
import { tokenFields } from '../../domain/products/token-fields';

/** Token of the access list of a record that everybody may see; principals have another first character. */
export const everybody = 'public';

/** Token of a principal in an access list. */
export const principalToken = (principal: string): string => `p:${principal}`;

/** A field with the fields below it. */
interface FieldNode {
  row: FieldRow | null;
  /** Settings say that the field holds no lists. */
  isSingle: boolean;
  /** Scalars in place of its objects are searched. */
  isSearched: boolean;
  isTitle: boolean;
  children: Map<string, FieldNode>;
}

/** A document under construction. */
interface Draft {
  /** Words of the upper tiers. */
  primary: string[];
  secondary: string[];
  /** Words of all tiers that typos reach, and those that they do not. */
  tolerant: string[];
  exact: string[];
  words: FieldWords[];
  titleWords: number;
  codes: Set<string>;
  columns: Map<string, ColumnValue[]>;
}

/** More words of a title count as much, and so does a missing title. */
const titleWordsMax = 1_000;

/** Parts of a document that are not made from its record alone. */
export interface DocumentAdditions {
  /** Number of the group of the record; null for builds without codes. */
  group: number | null;
  /** Vector of the record's text; null without one. */
  vector: Float32Array | null;
}

/** A text of a record: its tokens with a space between two of them, and the fields that have it. */
export interface FieldWords {
  text: string;
  /** Bits of `tokenFields`. */
  fields: number;
}

/** Texts of a record that are searched. */
export type DocumentWords = readonly FieldWords[];

/** A record whose document lacks only its additions. */
export interface DocumentDraft {
  /** Key of the group of the record; null where records are not grouped by default. */
  groupKey: string | null;
  /** The text that a vector is made of; null without one. */
  vectorText: string | null;
  words: DocumentWords;
  /** JSON text of the document. */
  body: (additions: DocumentAdditions) => string;
}

/**
 * Makes the function that writes records as documents of a physical index, by the field table of the build.
 */
export function createDocumentWriter(
  table: FieldTable,
  settings: ObjectSettings,
): (record: { recordId: string; text: string }) => DocumentDraft {
  const { acl, tenant_field: tenantField } = settings;
  const fieldSettings = new Map(Object.entries(settings.fields ?? {}));
  const unsearched = [acl?.field, acl?.deny_field, tenantField];
  const root = fieldTree(table.fields, {
    isSingle: (name) => fieldSettings.get(name)?.list === false,
    isTitle: (name) => table.primary !== null && name === fieldName(table.primary),
    isSearched: (name) =>
      !unsearched.includes(name) &&
      (settings.searchable?.includes(name) ?? fieldSettings.get(name)?.searchable ?? true),
  });
  const groupKeyOf = createGroupKeys(table, settings);
  const vectorTextOf = createVectorTexts(table);

  return ({ recordId, text }) => {
    const record = parseRecord(text);
    const draft: Draft = {
      primary: [],
      secondary: [],
      tolerant: [],
      exact: [],
      words: [],
      titleWords: 0,
      codes: new Set(),
      columns: new Map(),
    };
    addMembers(draft, root, record);
    const { primary, secondary } = draft;
    const groupKey = groupKeyOf?.(record, recordId) ?? null;
    const body: DocumentDraft['body'] = ({ group, vector }) =>
      JSON.stringify({
        r: text,
        id: recordId,
        tw: draft.titleWords === 0 ? titleWordsMax : Math.min(draft.titleWords, titleWordsMax),
        t1: primary,
        t2: [...primary, ...secondary],
        t3: draft.tolerant,
        t0: draft.exact,
        x: [...draft.codes],
        ...(acl === undefined ? {} : accessOf(record, acl)),
        ...(tenantField === undefined ? {} : { tenant: tenantsOf(record, tenantField) }),
        ...(group === null ? {} : { gk: groupKey, ...codeOf(group) }),
        ...(vector === null || isZero(vector) ? {} : { v: packVector(vector) }),
        ...Object.fromEntries(draft.columns),
      });
    return { groupKey, vectorText: vectorTextOf?.(record) ?? null, words: draft.words, body };
  };
}

/** A vector without a direction, which has no cosine. */
function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

/** Code of a group; groups past the last code have none. */
function codeOf(group: number) {
  return group < codedGroupsMax ? { g: groupCode(group), gp: String(groupPart(group)) } : {};
}

function fieldTree(
  fields: readonly FieldRow[],
  { isSingle, isTitle, isSearched }: Record<'isSingle' | 'isTitle' | 'isSearched', (name: string) => boolean>,
): FieldNode {
  const newNode = (): FieldNode => ({
    row: null,
    isSingle: false,
    isSearched: false,
    isTitle: false,
    children: new Map(),
  });
  const root = newNode();
  for (const row of fields) {
    let node = root;
    for (const name of row.path) {
      const next = node.children.get(name) ?? newNode();
      node.children.set(name, next);
      node = next;
    }
    node.row = row;
    node.isSingle = isSingle(fieldName(row.path));
    node.isTitle = isTitle(fieldName(row.path));
    node.isSearched = row.type === 'children' && isSearched(fieldName(row.path));
  }
  return root;
}

function addMembers(draft: Draft, { children }: FieldNode, value: object): void {
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const node = children.get(name);
    if (node === undefined || member === null) continue;
    if (node.row !== null && node.row.type !== 'children') addValues(draft, node, node.row, member);
    else addChildren(draft, node, member);
  }
}

/** Adds the members of an object, or of every object of a list. A scalar in their place is searched. */
function addChildren(draft: Draft, node: FieldNode, member: unknown): void {
  if (Array.isArray(member)) for (const element of member) addChildren(draft, node, element);
  else if (typeof member === 'object' && member !== null) addMembers(draft, node, member);
  else if (node.isSearched) addOtherShape(draft, member);
}

/** Adds the texts of a value that has another shape than its field: an object for a scalar, or a scalar. */
function addOtherShape(draft: Draft, value: unknown): void {
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) addOtherShape(draft, member);
  else if (typeof value === 'string' || typeof value === 'number')
    addTexts(draft, 'tolerant', 'low', tokenTexts(String(value)));
}

function addValues(draft: Draft, node: FieldNode, row: FieldRow, member: unknown): void {
  if (row.type === 'skip') return;
  const tier = tierOf(row);
  const values = fieldValues(row, member);
  const hasColumn = row.column !== null && !(node.isSingle && values.length > 1);
  for (const value of values) {
    const inColumn = hasColumn ? columnValue(row, value) : null;
    if (inColumn !== null) {
      const column = draft.columns.get(row.column!);
      if (column === undefined) draft.columns.set(row.column!, [inColumn]);
      else column.push(inColumn);
    }
    if (typeof value !== 'object' || value === null || row.type === 'geo') {
      if (tier !== null) addWords(draft, node, { row, tier, value });
      continue;
    }
    if (tier !== null) addOtherShape(draft, value);
    if (node.children.size > 0) addMembers(draft, node, value);
  }
}

function addWords(
  draft: Draft,
  { isTitle }: FieldNode,
  { row, tier, value }: { row: FieldRow; tier: FieldWeight; value: unknown },
): void {
  // A yes is found by the name of its field; a no by nothing.
  const text = row.type === 'bool' ? (value === true ? row.path.at(-1)! : null) : searchedText(row, value);
  if (text === null) return;
  if (row.type === 'identifier') addCode(draft, row, text);
  const texts = tokenTexts(text);
  if (isTitle && texts.length > 0) draft.titleWords += texts[0]!.split(' ').length;
  addTexts(draft, isTypoTolerant(row.type) ? 'tolerant' : 'exact', tier, texts);
}

function addTexts(
  draft: Draft,
  kind: 'tolerant' | 'exact',
  tier: FieldWeight,
  texts: readonly string[],
): void {
  if (tier !== 'low') draft[tier].push(...texts);
  draft[kind].push(...texts);
  const fields = tokenFields[kind] | tokenFields[tier];
  for (const text of texts) draft.words.push({ text, fields });
}

function addCode({ codes }: Draft, row: FieldRow, text: string): void {
  const folded = foldCode(text);
  const code = isRowNumber(row, text) ? rowCode(folded) : folded;
  if (folded !== '' && fitsTerm(code)) codes.add(code);
}

/** A record is hidden from everyone if one of its principals is too long for an access list. */
function accessOf(record: object, { field, deny_field: denyField, missing = 'deny' }: AclSetting) {
  const principals = textsOf(record, field);
  const isMissing = !hasMember(record, field);
  const acl = isMissing && missing === 'public' ? [everybody] : principals.map(principalToken);
  const deny = denyField === undefined ? [] : textsOf(record, denyField).map(principalToken);
  return [...acl, ...deny].every(fitsTerm) ? { acl, deny } : { acl: [], deny: [] };
}

/** Tenants that a record belongs to. */
export function tenantsOf(record: object, tenantField: string): string[] {
  return textsOf(record, tenantField).filter(fitsTerm);
}

function hasMember(record: object, name: string): boolean {
  return Object.hasOwn(record, name) && (record as Record<string, unknown>)[name] !== null;
}

/** Values of a top-level member as texts. */
function textsOf(record: object, name: string): string[] {
  if (!Object.hasOwn(record, name)) return [];
  const member = (record as Record<string, unknown>)[name];
  return valuesOf('keyword', member).flatMap((value) => scalarText(value) ?? []);
}
