import { CellKind } from '../../src/workbook-reader';
import { openCsv } from '../../src/csv';
import { tempFiles } from '../zip/temp-files';
import { readText } from './read-text';

const write = tempFiles();
const rowsOf = async (text: string) => (await readText(write(Buffer.from(text)))).rows;

describe('the delimiter', () => {
  it.each([
    ['comma', 'a,b\n1,2\n', ['a', 'b'], ['1', '2']],
    ['semicolon', 'a;b\n1;2\n', ['a', 'b'], ['1', '2']],
    ['tab', 'a\tb\n1\t2\n', ['a', 'b'], ['1', '2']],
    ['pipe', 'a|b\n1|2\n', ['a', 'b'], ['1', '2']],
    ['semicolon beside decimal commas', '1,5;2,5\n3,5;4,5\n', ['1,5', '2,5'], ['3,5', '4,5']],
    ['semicolon beside prose', 'name;note\nx;one, two, three\n', ['name', 'note'], ['x', 'one, two, three']],
    ['tab beside names with commas', 'Doe, Jane\t5\nRoe, Rick\t6\n', ['Doe, Jane', '5'], ['Roe, Rick', '6']],
    ['comma beside lists with bars', 'a,b,c|d\n1,2,3|4\n', ['a', 'b', 'c|d'], ['1', '2', '3|4']],
    ['comma and the blank behind each', 'a, b\n1, 2\n', ['a', 'b'], ['1', '2']],
    ['comma alone where blanks are rare', 'a, b,c\n1,2,3\n', ['a', ' b', 'c'], ['1', '2', '3']],
    ['comma alone where it is declared', 'sep=,\na, b\n1, 2\n', ['a', ' b'], ['1', ' 2']],
    ['comma outside of quotes only', '"a;b;c",d\n"1;2;3",4\n', ['a;b;c', 'd'], ['1;2;3', '4']],
    ['what a first line declares', 'sep=;\na,b;c\n1,2;3\n', ['a,b', 'c'], ['1,2', '3']],
    ['what a quoted first line declares', '"sep=^"\r\na^b\r\n1^2\r\n', ['a', 'b'], ['1', '2']],
    ['hash', 'a#b\n1#2\n', ['a', 'b'], ['1', '2']],
    ['blank between figures', 'x y\n1.0 2.0\n', ['x', 'y'], ['1.0', '2.0']],
    ['comma beside lists in cells', 'a,b\n1,A;B;C\n', ['a', 'b'], ['1', 'A;B;C']],
    ['semicolon outside of single quotes', "a;'b,c'\n'1;2';3\n", ['a', 'b,c'], ['1;2', '3']],
    [
      'hash beside semicolons in quotes',
      '1#"a;""b"";c"\n2#"d;""e"";f"\n',
      ['1', 'a;"b";c'],
      ['2', 'd;"e";f'],
    ],
    ['hash between blanks', " 1 # 'a, b' # 'c'\n 2 # 'd, e' # 'f'\n", ['1', 'a, b', 'c'], ['2', 'd, e', 'f']],
    ['runs of blanks', 'id   width cut\n1     0.25  Good\n', ['id', 'width', 'cut'], ['1', '0.25', 'Good']],
    ['comma beside semicolons that end lines', '1, I;\n2, L;\n', ['1', 'I;'], ['2', 'L;']],
    ['semicolon beside longer lists with bars', '1;x;a|b|c|d|e\n', ['1', 'x', 'a|b|c|d|e'], undefined],
    ['none', 'name\nvalue\n', ['name'], ['value']],
    ['none between words', 'one two\nthree four\n', ['one two'], ['three four']],
  ])('is found: %s', async (_name, text, first, second) => {
    expect(await rowsOf(text)).toEqual(second === undefined ? { 1: first } : { 1: first, 2: second });
  });

  it('is found behind a title and notes', async () => {
    const text = 'Report, first quarter\n\nas of 1 May\nid;name;price\n1;a;1,5\n2;b;2,5\n3;c;3,5\n4;d;4,5\n';
    expect((await rowsOf(text))[5]).toEqual(['1', 'a', '1,5']);
  });
});

describe('records', () => {
  it.each([
    ['quoted delimiters', '"a,b",c\n', { 1: ['a,b', 'c'] }],
    ['doubled quotes', '"say ""hi""",""""\n', { 1: ['say "hi"', '"'] }],
    [
      'quoted line breaks of all kinds',
      '"a\nb\r\nc\rd",e\nf,g\n',
      { 1: ['a\nb\r\nc\rd', 'e'], 2: ['f', 'g'] },
    ],
    ['text behind a closing quote', '"a"b,c\n', { 1: ['ab', 'c'] }],
    ['a quote within a field', 'a"b,5" pipe\n', { 1: ['a"b', '5" pipe'] }],
    ['line feeds', 'a,b\nc,d', { 1: ['a', 'b'], 2: ['c', 'd'] }],
    ['carriage returns', 'a,b\rc,d\r', { 1: ['a', 'b'], 2: ['c', 'd'] }],
    ['both', 'a,b\r\nc,d\r\n', { 1: ['a', 'b'], 2: ['c', 'd'] }],
    [
      'mixed line ends',
      'a,1\r\nb,2\nc,3\rd,4',
      { 1: ['a', '1'], 2: ['b', '2'], 3: ['c', '3'], 4: ['d', '4'] },
    ],
    ['ragged rows', 'a,b,c\n1\n1,2,3,4\n', { 1: ['a', 'b', 'c'], 2: ['1'], 3: ['1', '2', '3', '4'] }],
    ['blank lines, which count', 'a,b\n\n\nc,d\n', { 1: ['a', 'b'], 4: ['c', 'd'] }],
    ['records of empty fields, which count too', 'a,b\n,\n"",""\nc,d\n', { 1: ['a', 'b'], 4: ['c', 'd'] }],
    ['blank cells', ',b,\n', { 1: ['', 'b'] }],
    ['what would be a formula', '=1+1,@x,+1,-1\n', { 1: ['=1+1', '@x', '+1', '-1'] }],
    [
      'headers that name prototypes',
      '__proto__,constructor\n1,2\n',
      { 1: ['__proto__', 'constructor'], 2: ['1', '2'] },
    ],
    ['spaces', ' a , b \n', { 1: [' a ', ' b '] }],
    [
      'quotes behind blanks',
      'a, "b, c", d\n1, "2", "3 ""x"""\n',
      { 1: ['a', 'b, c', 'd'], 2: ['1', '2', '3 "x"'] },
    ],
    ['inches behind blanks', 'a, b\n7 ", 3 "\n', { 1: ['a', 'b'], 2: ['7 "', '3 "'] }],
    ['blanks behind a closing quote', '"a" ,b\n', { 1: ['a ', 'b'] }],
    [
      'backslashes before quotes',
      '1,"say \\"yes, now\\"",x\\\\y\n',
      { 1: ['1', 'say "yes, now"', 'x\\\\y'] },
    ],
    ['paths that end with a backslash', '"C:\\a\\",b\n"D:\\",c\n', { 1: ['C:\\a\\', 'b'], 2: ['D:\\', 'c'] }],
    ['single quotes', "'a,b','it''s'\n'c\nd',e\n", { 1: ['a,b', "it's"], 2: ['c\nd', 'e'] }],
    ['apostrophes', "'tis,it's\n'90s,rock 'n' roll\n", { 1: ["'tis", "it's"], 2: ["'90s", "rock 'n' roll"] }],
    ['single quotes beside double ones', `"a,b",'c'\n"d",'e'\n`, { 1: ['a,b', "'c'"], 2: ['d', "'e'"] }],
  ])('keep %s', async (_name, text, expected) => {
    expect(await rowsOf(text)).toEqual(expected);
  });

  it('are all text', async () => {
    const reader = await openCsv(write(Buffer.from('1,true,2024-01-01,#N/A\n')));
    const kinds: number[] = [];
    await reader.readRows(reader.sheets[0]!, (row) => kinds.push(...row.kind.subarray(0, row.length)));
    reader.close();
    expect(kinds).toEqual(Array(4).fill(CellKind.text));
  });

  it('can be read twice', async () => {
    const reader = await openCsv(write(Buffer.from('a,b\nc,d\n')));
    const seen: number[] = [];
    for (let i = 0; i < 2; i++) await reader.readRows(reader.sheets[0]!, (row) => seen.push(row.row));
    reader.close();
    expect(seen).toEqual([1, 2, 1, 2]);
  });
});

describe('a quoted field that never closes', () => {
  it('ends with the file where only its own line is left', async () => {
    const { rows, warnings } = await readText(write(Buffer.from('a,b\nc,"d, e')));
    expect(rows).toEqual({ 1: ['a', 'b'], 2: ['c', 'd, e'] });
    expect(warnings).toEqual(['A quoted field in row 2 is never closed.']);
  });

  it('is plain text where it would swallow the quote that opens a later field', async () => {
    const text = '1,"Smith, Paris\n2,"Doe, Jane",Rome\n3,said "hi"\nand left",Oslo\n';
    const { rows, warnings } = await readText(write(Buffer.from(text)));
    expect(rows).toEqual({
      1: ['1', '"Smith', ' Paris'],
      2: ['2', 'Doe, Jane', 'Rome'],
      3: ['3', 'said "hi"'],
      4: ['and left"', 'Oslo'],
    });
    expect(warnings).toEqual(['A quoted field in row 1 is never closed.']);
  });

  it('is plain text where it would swallow the lines behind it', async () => {
    const { rows, warnings } = await readText(write(Buffer.from('a,b\n"c,d\n1,2\n""x,3\n')));
    expect(rows).toEqual({ 1: ['a', 'b'], 2: ['"c', 'd'], 3: ['1', '2'], 4: ['x', '3'] });
    expect(warnings).toEqual(['A quoted field in row 2 is never closed.']);
  });
});

describe('a record with odd quotes has as many fields as the others', () => {
  const around = (record: string) => `id,name,note\n1,"a, b",x\n${record}\n3,"c, d",z\n4,"e",f\n`;
  it.each([
    ['without a closing quote', '2,"Smith, John,Paris', ['2', 'Smith, John', 'Paris']],
    [
      'with quotes that are not doubled',
      '2,"said "no, not now" twice",y',
      ['2', 'said "no, not now" twice', 'y'],
    ],
    [
      'with inches at the end of a field',
      '2,"Table, round 48"","Oak, oiled"',
      ['2', 'Table, round 48"', 'Oak, oiled'],
    ],
    ['with one more quote before a quoted field', '2,""Smith, John",y', ['2', '"Smith, John', 'y']],
    ['with one more quote before a plain field', '"2,"Smith, John",y', ['"2', 'Smith, John', 'y']],
  ])('%s', async (_name, record, expected) => {
    const { rows } = await readText(write(Buffer.from(around(record))));
    expect(rows).toEqual({
      1: ['id', 'name', 'note'],
      2: ['1', 'a, b', 'x'],
      3: expected,
      4: ['3', 'c, d', 'z'],
      5: ['4', 'e', 'f'],
    });
  });

  it('unless no reading gives that number', async () => {
    const { rows } = await readText(write(Buffer.from(around('2,"said "no" twice'))));
    expect(rows[3]).toEqual(['2', 'said no" twice']);
  });

  it('in a piece of the file that ends within', async () => {
    const filler = `0,"${'x'.repeat(64 * 1024 - 40)}",y\n`;
    const text = Buffer.from(`id,name,note\n${filler}2,"said "no, not now" twice",y\n3,"c, d",z\n`);
    expect((await readText(write(text))).rows[3]).toEqual(['2', 'said "no, not now" twice', 'y']);
  });
});
