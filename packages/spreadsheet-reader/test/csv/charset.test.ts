import iconv from 'iconv-lite';
import { join } from 'node:path';
import { decodeWindows1252 } from '../../src/text/windows-1252';
import { tempFiles } from '../zip/temp-files';
import { readText } from './read-text';

const write = tempFiles();
const fixture = (name: string) => join(__dirname, '../fixtures', name);
/** Bytes that Windows-1252 leaves open. */
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const line = 'Größe,Ærø,5 €,“naïve”,ﬁn\n';

describe('the character set', () => {
  it.each([
    ['utf-8', Buffer.from(line)],
    ['utf-8 with a mark', Buffer.from(`\ufeff${line}`)],
    ['utf-16le with a mark', Buffer.from(`\ufeff${line}`, 'utf16le')],
    ['utf-16be with a mark', Buffer.from(`\ufeff${line}`, 'utf16le').swap16()],
    ['utf-16le without a mark', Buffer.from(line, 'utf16le')],
    ['utf-16be without a mark', Buffer.from(line, 'utf16le').swap16()],
    ['utf-32le with a mark', iconv.encode(`\ufeff${line}`, 'utf-32le')],
  ])('is %s where the bytes say so', async (_name, bytes) => {
    expect(await readText(write(bytes))).toEqual({
      rows: { 1: ['Größe', 'Ærø', '5 €', '“naïve”', 'ﬁn'] },
      warnings: [],
    });
  });

  it('is UTF-16 without a mark for text of another script', async () => {
    const text = '名前;住所\n山田太郎;東京都千代田区\n'.repeat(20);
    expect((await readText(write(Buffer.from(text, 'utf16le')))).rows[2]).toEqual([
      '山田太郎',
      '東京都千代田区',
    ]);
  });

  it.each([
    ['cp932', '名前,住所,備考\n山田太郎,東京都千代田区,カタカナとひらがな\n'],
    ['gb18030', '姓名,地址,电话\n张三,北京市海淀区中关村,手机\n'],
    ['big5-hkscs', '姓名,地址,電話\n張三,台北市信義區,手機\n'],
    ['cp949', '이름,주소,전화\n홍길동,서울특별시 강남구,휴대폰\n'],
    ['cp932', 'id,name\n1,田中\n2,鈴木\n'],
    ['gb18030', 'id,name,price\n1,王小明,1200\n2,陈美玲,800\n'],
    ['big5-hkscs', 'id,name,price\n1,王小明,1200\n2,陳美玲,800\n'],
    ['cp949', 'id,name,price\n1,김철수,1200\n2,이영희,800\n'],
    ['windows-1250', 'Jméno,Město\nDvořák,Plzeň\nŘehoř,Třebíč\n'],
    ['windows-1251', 'Имя,Адрес\nИван Иванов,Москва улица Ленина\n'],
    ['koi8-r', 'Имя,Адрес\nИван Иванов,Москва улица Ленина\n'],
    ['windows-1253', 'Όνομα,Πόλη\nΓιώργος Παπαδόπουλος,Αθήνα\n'],
    ['windows-1254', 'İsim,Şehir\nAyşe Yılmaz,İstanbul\nÇağrı,Eskişehir\n'],
    ['windows-1255', 'שם,עיר\nדוד לוי,ירושלים\n'],
    ['windows-1256', 'اسم,مدينة\nمحمد علي,القاهرة\n'],
    ['cp874', 'ชื่อ,เมือง\nสมชาย ใจดี,กรุงเทพ\n'],
  ])('is guessed as %s by the text, and said to be a guess', async (charset, text) => {
    const { rows, warnings } = await readText(write(iconv.encode(text, charset)));
    expect(Object.values(rows).map((row) => row.join(','))).toEqual(text.trim().split('\n'));
    expect(warnings).toEqual([expect.stringContaining('does not say its character set')]);
  });

  it.each([
    ['a few accents', 'id,name,city\n1,Smith,Berlin\n2,Jones,Köln\n3,Brown,Paris\n'],
    ['French', 'Prénom,Ville\nJosé,Orléans\nHélène,Besançon\nÉric,Nîmes\n'],
    ['degrees', 'temp\n21°C\n22°C\n'],
    ['pounds', 'item,price\nx,£5\ny,£7\n'],
    ['typographic quotes', 'title,by\n“Hello”,O’Brien\nIt’s,–\n'],
  ])('is Windows-1252 where nothing speaks against it: %s', async (_name, text) => {
    const { rows } = await readText(write(iconv.encode(text, 'windows-1252')));
    expect(Object.values(rows).map((row) => row.join(','))).toEqual(text.trim().split('\n'));
  });

  it('gives every character that Windows-1252 has', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i).filter((i) => !UNDEFINED.has(i)));
    expect(decodeWindows1252(bytes)).toBe(iconv.decode(bytes, 'windows-1252'));
  });

  it('is decided by the first characters past ASCII, however far back they stand', async () => {
    const filler = 'a,b\n'.repeat(50_000);
    const utf8 = await readText(write(Buffer.from(`${filler}Größe,ß\n`)));
    const latin = await readText(write(Buffer.from(`${filler}Größe,ß\n`, 'latin1')));
    expect(utf8.rows[50_001]).toEqual(['Größe', 'ß']);
    expect(latin.rows[50_001]).toEqual(['Größe', 'ß']);
  });

  it('keeps characters whole where the reader cuts its pieces', async () => {
    const rows = Array.from({ length: 9_000 }, (_, i) => `${'x'.repeat(i % 7)}äö€山😀`);
    for (const bytes of [Buffer.from(rows.join('\n')), Buffer.from(`\ufeff${rows.join('\n')}`, 'utf16le')]) {
      const read = await readText(write(bytes));
      expect(Object.values(read.rows).flat()).toEqual(rows);
    }
  });

  it.each([
    ['german.csv', 5, ['004724', 'Trekkingzelt Größe L', '449.00 €']],
    ['utf16.tsv', 3, ['As of', '30.09.2026', '', 'Prepared by', 'Jörg Weiß']],
    ['example.csv', 2, ['FO-2026-00001', '2026-07-01 18:57', '山田商店']],
  ])('is right for %s of a real spreadsheet program', async (name, row, cells) => {
    expect((await readText(fixture(name))).rows[row]!.slice(0, cells.length)).toEqual(cells);
  });
});

describe('what is no text', () => {
  it('becomes U+FFFD with a warning: a stray byte in UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('größe,maß,süß,öl,äpfel,übung,ça\n'),
      Buffer.from([0x61, 0xff, 0x62]),
    ]);
    expect(await readText(write(bytes))).toEqual({
      rows: { 1: ['größe', 'maß', 'süß', 'öl', 'äpfel', 'übung', 'ça'], 2: ['a\ufffdb'] },
      warnings: ['Bytes that are not utf-8 text were replaced by U+FFFD.'],
    });
  });

  it('becomes U+FFFD with a warning: half a surrogate pair', async () => {
    const { rows, warnings } = await readText(write(Buffer.from('\ufeffa\ud800b,c\udc00\n', 'utf16le')));
    expect(rows).toEqual({ 1: ['a\ufffdb', 'c\ufffd'] });
    expect(warnings).toEqual(['Bytes that are not utf-16le text were replaced by U+FFFD.']);
  });

  it('becomes U+FFFD with a warning: NUL', async () => {
    expect(await readText(write(Buffer.from('a\0b,c\n')))).toEqual({
      rows: { 1: ['a\ufffdb', 'c'] },
      warnings: ['NUL characters were replaced by U+FFFD.'],
    });
  });
});
