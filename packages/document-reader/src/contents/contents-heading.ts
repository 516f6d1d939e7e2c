/** Headings over tables of contents and lists of figures and tables, in lower case and without marks. */
const names = new Set(
  [
    'contents',
    'content',
    'table of contents',
    'toc',
    'brief contents',
    'detailed contents',
    'list of figures',
    'list of tables',
    'list of illustrations',
    'list of examples',
    'figures',
    'tables',
    'inhalt',
    'inhaltsverzeichnis',
    'inhaltsubersicht',
    'abbildungsverzeichnis',
    'tabellenverzeichnis',
    'table des matieres',
    'sommaire',
    'table des figures',
    'liste des figures',
    'liste des tableaux',
    'indice',
    'indice general',
    'indice de contenidos',
    'indice de figuras',
    'indice de tablas',
    'tabla de contenido',
    'tabla de contenidos',
    'contenido',
    'contenidos',
    'sommario',
    'indice delle figure',
    'indice delle tabelle',
    'sumario',
    'conteudo',
    'inhoud',
    'inhoudsopgave',
    'innehall',
    'innehallsforteckning',
    'indhold',
    'indholdsfortegnelse',
    'innhold',
    'innholdsfortegnelse',
    'sisallys',
    'sisallysluettelo',
    'spis tresci',
    'obsah',
    'tartalom',
    'tartalomjegyzek',
    'cuprins',
    'icindekiler',
    'sadrzaj',
    'kazalo',
    'περιεχομενα',
    'πινακας περιεχομενων',
    'содержание',
    'оглавление',
    'зміст',
    'съдържание',
    '目录',
    '目錄',
    '目次',
    '목차',
    '차례',
    'المحتويات',
    'فهرس المحتويات',
    'תוכן עניינים',
    'विषय सूची',
    'สารบัญ',
    'muc luc',
    'daftar isi',
  ].map(plain),
);

const charsMax = 60;

/** Whether a text is the heading of a table of contents, by its words in common languages. */
export function isContentsHeading(text: string): boolean {
  if (text.length > charsMax) return false;
  const words = plain(text);
  return names.has(words) || names.has(words.replaceAll(' ', ''));
}

/** Letters of a text in lower case, without accents, numbers and marks. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/[\p{M}]/gu, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}
