import { type PiiSpan } from '../privacy';
import { type FoundValue } from './known-values';

/** Cells of a table joined to one text, each after its label. */
export interface LabelledCells {
  text: string;
  /** Places of the cells in `text`. */
  cells: { start: number; end: number }[];
}

const cellBound = ' | ';
const labelCharsMax = 60;
/**
 * Headers that announce personal data which engines recognise only beside them. In the table itself only the
 * first row is near enough to the header.
 */
const announcing = new RegExp(
  [
    'birth|born|dob|birthday|birthdate|geburtsdatum|geburtstag|geboren|naissance|nacimiento|nascita|nascimento|geboortedatum',
    'passport|reisepass|passeport|pasaporte|passaporto|passaporte|paspoort',
    'driver.{0,3} licen[cs]e|driving licen[cs]e|fuhrerschein|permis de conduire|licencia de conducir',
    'mrn|medical record|patient (?:id|number|no)|patientennummer|krankenakte',
    'user ?name|user ?id|login name|benutzername|nom d.utilisateur|nombre de usuario',
    'password|passcode|passwort|kennwort|contrasena|mot de passe|senha|wachtwoord',
    'ssn|social security|national ?id|tax ?id|steuer ?id|nino|nif|nie|dni|cpf|bsn|pesel|personnummer',
    'phone|telephone|telefon|telefono|telefone|tel|mobile|handy|fax|cell',
    '(?:license|licence|number) plate|plate|kfz kennzeichen|kennzeichen|immatriculation|matricula|placa|targa|kenteken',
    'kvnr|svnr|sv nr|versichertennummer|ausweis(?:nummer|nr)?|nir|codice fiscale|numero de securite sociale',
    'bank account|account (?:number|no)|konto|kontonummer',
    'address|anschrift|adresse|direccion|indirizzo|endereco|adres',
    'age|alter|lebensalter|edad|eta|leeftijd|wiek',
    'full name|first name|last name|surname|vorname|nachname|prenom|apellidos?',
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join('|'),
);

/**
 * Cells of a table with a label, which is the header of their column or the cell before them; null where no
 * cell has one.
 */
export function labelledCells(table: string): LabelledCells | null {
  const rows = table.split('\n').map((line) => line.split(cellBound));
  const headers = headersOf(rows);
  let text = '';
  const places: LabelledCells['cells'] = [];
  for (const cells of rows) {
    for (const [column, cell] of cells.entries()) {
      const header = headers[column] ?? '';
      const before = cells[column - 1] ?? '';
      const label = [before, header].find(isAnnouncing);
      if (label === undefined || cell.trim() === '' || isAnnouncing(cell)) continue;
      text += `${label.trim().replace(/:$/, '')}: `;
      places.push({ start: text.length, end: text.length + cell.length });
      text += `${cell}\n`;
    }
    text += '\n';
  }
  return places.length === 0 ? null : { text, cells: places };
}

/**
 * Headers of the columns of a table, '' for a column without one. The header is a first row of words, except
 * in columns where further rows have labels.
 */
function headersOf(rows: readonly string[][]): string[] {
  const [first, ...others] = rows.filter((cells) => cells.length > 1);
  if (first === undefined || first.some((cell) => /[\d@]/.test(cell))) return [];
  return first.map((header, column) => {
    const hasLabels = others.some((cells) => {
      const cell = cells[column] ?? '';
      return cell !== header && isAnnouncing(cell);
    });
    return hasLabels ? '' : header;
  });
}

/** Values in the spans of a text of labelled cells, without spans in labels. */
export function valuesOfCells({ text, cells }: LabelledCells, spans: readonly PiiSpan[]): FoundValue[] {
  const values: FoundValue[] = [];
  let first = 0;
  for (const { start, end, tag } of spans) {
    while (first < cells.length && cells[first]!.end <= start) first++;
    for (let at = first; at < cells.length && cells[at]!.start < end; at++) {
      const cell = cells[at]!;
      const value = text.slice(Math.max(start, cell.start), Math.min(end, cell.end));
      values.push({ text: value, tag, count: 1 });
    }
  }
  return values;
}

function isAnnouncing(cell: string): boolean {
  if (cell.length > labelCharsMax) return false;
  const folded = cell.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[_-]/g, ' ');
  return announcing.test(folded);
}
