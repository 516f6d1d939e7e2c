import { columnLetters } from '../../a1';
import { shownFormula, UNREADABLE_FORMULA } from '../../formula';
import { readText, type BiffText } from '../biff-text';
import { errorName } from '../error-names';
import { sheetNameAt, type SheetReferences } from '../sheet-references';
import { argumentCount, functionName } from './function-names';

/** Operators by token, the first one 0x03 ([MS-XLS] 2.5.198.25). */
const OPERATORS = ['+', '-', '*', '/', '^', '&', '<', '<=', '=', '>=', '>', '<>', ' ', ',', ':'];
const FIRST_OPERATOR = 0x03;
const COLUMN_MASK = 0x3fff;
const RELATIVE_COLUMN = 0x4000;
const RELATIVE_ROW = 0x8000;
/** Attributes of a token 0x19: a list of jumps follows; the token is `SUM` of one argument. */
const CHOOSE = 0x04;
const SUM = 0x10;
const REFERENCE_ERROR = '#REF!';

/** A formula that is read token by token; each token pushes a text or joins the last ones. */
interface Decompiler {
  tokens: Buffer;
  at: number;
  stack: string[];
  text: BiffText;
  sheets: SheetReferences;
}

/**
 * Text of a parsed formula in BIFF8 ([MS-XLS] 2.5.198.2), `=SUM(B2:B5)`. A formula with tokens that are not
 * read (names, constants of arrays, shared formulas, other workbooks) has a text that says so.
 */
export function decompile(tokens: Buffer, text: BiffText, sheets: SheetReferences): string {
  // A token that is cut reads on in zeros.
  const padded = Buffer.concat([tokens, Buffer.alloc(16)]);
  const formula: Decompiler = { tokens: padded, at: 0, stack: [], text, sheets };
  while (formula.at < tokens.length) if (!readToken(formula)) return UNREADABLE_FORMULA;
  const [whole] = formula.stack;
  const isWhole = formula.at === tokens.length && formula.stack.length === 1 && whole !== undefined;
  return isWhole ? shownFormula(whole) : UNREADABLE_FORMULA;
}

/** Reads the token at the position; false for one that is not read. */
function readToken(formula: Decompiler): boolean {
  const { tokens, stack } = formula;
  const code = tokens[formula.at++]!;
  // Operands have a class in two more bits.
  const token = code < 0x20 ? code : (code & 0x1f) | 0x20;
  const operator = OPERATORS[token - FIRST_OPERATOR];
  if (operator !== undefined) return join(stack, 2, ([left, right]) => `${left!}${operator}${right!}`);
  switch (token) {
    case 0x12:
    case 0x13:
      return join(stack, 1, ([value]) => `${token === 0x12 ? '+' : '-'}${value!}`);
    case 0x14:
      return join(stack, 1, ([value]) => `${value!}%`);
    case 0x15:
      return join(stack, 1, ([value]) => `(${value!})`);
    case 0x19:
      return readAttribute(formula);
    case 0x21:
    case 0x22:
      return readFunction(formula, token === 0x22);
    case 0x26:
    case 0x27:
    case 0x28:
      formula.at += 6;
      return true;
    case 0x29:
      formula.at += 2;
      return true;
    default: {
      const operand = readOperand(formula, token);
      if (operand === null) return false;
      stack.push(operand);
      return true;
    }
  }
}

/** Replaces the last texts of the stack by one; false where there are fewer. */
function join(stack: string[], count: number, write: (parts: string[]) => string): boolean {
  if (stack.length < count) return false;
  stack.push(write(stack.splice(stack.length - count, count)));
  return true;
}

function readAttribute(formula: Decompiler): boolean {
  const { tokens, stack, at } = formula;
  const flags = tokens[at]!;
  formula.at += 3;
  if ((flags & CHOOSE) !== 0) formula.at += (tokens.readUInt16LE(at + 1) + 1) * 2;
  return (flags & SUM) === 0 || join(stack, 1, ([value]) => `SUM(${value!})`);
}

function readFunction(formula: Decompiler, counted: boolean): boolean {
  const { tokens, at } = formula;
  const index = tokens.readUInt16LE(counted ? at + 1 : at) & 0x7fff;
  formula.at += counted ? 3 : 2;
  const name = functionName(index);
  const count = counted ? tokens[at]! & 0x7f : argumentCount(index);
  if (name === undefined || count === undefined) return false;
  return join(formula.stack, count, (values) => `${name}(${values.join(',')})`);
}

/** Text of a constant or a reference, null for other tokens. */
function readOperand(formula: Decompiler, token: number): string | null {
  const { tokens, at } = formula;
  const skip = (bytes: number, operand: string | null) => {
    formula.at += bytes;
    return operand;
  };
  switch (token) {
    case 0x16:
      return '';
    case 0x17:
      return readString(formula);
    case 0x1c:
      return skip(1, errorName(tokens[at]!));
    case 0x1d:
      return skip(1, tokens[at] === 0 ? 'FALSE' : 'TRUE');
    case 0x1e:
      return skip(2, String(tokens.readUInt16LE(at)));
    case 0x1f:
      return skip(8, String(tokens.readDoubleLE(at)));
    case 0x24:
      return skip(4, cellText(tokens, at, at + 2));
    case 0x25:
      return skip(8, areaText(tokens, at));
    case 0x2a:
      return skip(4, REFERENCE_ERROR);
    case 0x2b:
      return skip(8, REFERENCE_ERROR);
    case 0x3a:
      return skip(6, onSheet(formula, at, cellText(tokens, at + 2, at + 4)));
    case 0x3b:
      return skip(10, onSheet(formula, at, areaText(tokens, at + 2)));
    case 0x3c:
      return skip(6, REFERENCE_ERROR);
    case 0x3d:
      return skip(10, REFERENCE_ERROR);
    default:
      return null;
  }
}

/** Text constant: its length in characters, a flag for wide ones, the characters. */
function readString(formula: Decompiler): string {
  const { tokens, at, text } = formula;
  const value = readText(tokens, at, tokens.length, 1, text);
  formula.at += 2 + tokens[at]! * ((tokens[at + 1]! & 1) === 0 ? 1 : 2);
  return `"${value.replaceAll('"', '""')}"`;
}

function onSheet({ tokens, sheets }: Decompiler, at: number, reference: string): string | null {
  const sheet = sheetNameAt(sheets, tokens.readUInt16LE(at));
  return sheet === null ? null : `${sheet}!${reference}`;
}

function areaText(tokens: Buffer, at: number): string {
  return `${cellText(tokens, at, at + 4)}:${cellText(tokens, at + 2, at + 6)}`;
}

function cellText(tokens: Buffer, rowAt: number, columnAt: number): string {
  const column = tokens.readUInt16LE(columnAt);
  const letters = columnLetters(column & COLUMN_MASK);
  const row = tokens.readUInt16LE(rowAt) + 1;
  return `${column & RELATIVE_COLUMN ? '' : '$'}${letters}${column & RELATIVE_ROW ? '' : '$'}${row}`;
}
