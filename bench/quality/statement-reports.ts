import { createDice, type Dice } from '../generate/dice';
import { pdfFile, type PdfPage } from '../generate/pdf-file';

/** A report of a company for a year. */
export interface StatementReport {
  name: string;
  content: Buffer;
}

/** A question about an amount, and where it stands. */
export interface StatementQuestion {
  text: string;
  filename: string;
  /** Page of the amount, from 0. */
  page: number;
}

const companies = [
  'Alder Freight',
  'Brightwater Foods',
  'Cobalt Instruments',
  'Dunmore Paper',
  'Eastgate Energy',
  'Fenwick Software',
  'Granite Retail',
  'Harbour Optics',
] as const;
const years = [2021, 2022, 2023] as const;
const columnRights = [400, 480, 560] as const;
const rowHeight = 16;
const questionsPerReport = 4;

interface Statement {
  title: string;
  rows: readonly string[];
}

/** Statements in the order of their pages; a row without amounts names a group. */
const statements: readonly Statement[] = [
  {
    title: 'CONSOLIDATED STATEMENTS OF INCOME',
    rows: [
      'Net sales',
      'Cost of goods sold',
      'Gross profit',
      'Selling, general and administrative expenses',
      'Research and development expenses',
      'Restructuring charges',
      'Operating income',
      'Interest expense',
      'Income before income taxes',
      'Provision for income taxes',
      'Net income',
      'Diluted earnings per share',
    ],
  },
  {
    title: 'CONSOLIDATED BALANCE SHEETS',
    rows: [
      'Current assets:',
      'Cash and cash equivalents',
      'Accounts receivable, net',
      'Inventories',
      'Prepaid expenses',
      'Total current assets',
      'Property, plant and equipment, net',
      'Goodwill',
      'Intangible assets, net',
      'Total assets',
      'Current liabilities:',
      'Accounts payable',
      'Accrued compensation',
      'Deferred revenue',
      'Total current liabilities',
      'Long-term debt',
      'Pension obligations',
      'Total liabilities',
      'Retained earnings',
      'Treasury stock',
      'Total equity',
    ],
  },
  {
    title: 'CONSOLIDATED STATEMENTS OF CASH FLOWS',
    rows: [
      'Operating activities:',
      'Depreciation and amortization',
      'Share-based compensation',
      'Deferred income taxes',
      'Changes in inventories',
      'Changes in accounts payable',
      'Net cash provided by operating activities',
      'Investing activities:',
      'Capital expenditures',
      'Proceeds from sale of equipment',
      'Acquisition of businesses',
      'Purchases of marketable securities',
      'Net cash used in investing activities',
    ],
  },
  {
    title: 'CONSOLIDATED STATEMENTS OF CASH FLOWS (CONTINUED)',
    rows: [
      'Financing activities:',
      'Dividends paid',
      'Repurchases of common stock',
      'Issuance of long-term debt',
      'Repayment of long-term debt',
      'Net cash used in financing activities',
      'Effect of exchange rates on cash',
      'Cash at end of year',
    ],
  },
];

/** Sentences of the pages between statements; they speak of the same rows without amounts of a year. */
const sentences = [
  'Demand was steady in most regions, and prices followed the costs of materials.',
  'Capital expenditures are planned for two plants and for the replacement of vehicles.',
  'Net sales grew with new customers, while inventories were held at their level.',
  'The company pays dividends twice a year and may repurchase shares of common stock.',
  'Research and development expenses reflect the work on products of the next years.',
  'Long-term debt is due in equal parts, and its interest is hedged in part.',
  'Depreciation and amortization follow the useful lives of the assets.',
  'The provision for income taxes depends on the mix of earnings by country.',
] as const;

/**
 * Reports of several companies and years, alike but for names and amounts, and questions by row and year.
 *
 * @param isNamed whether the names of the files tell company and year; else only the first page does
 */
export function statementReports(isNamed: boolean): {
  reports: StatementReport[];
  questions: StatementQuestion[];
} {
  const dice = createDice(35);
  const reports: StatementReport[] = [];
  const questions: StatementQuestion[] = [];
  for (const company of companies)
    for (const year of years) {
      const name = isNamed
        ? `${company.replace(' ', '').toUpperCase()}_${year}_10K.pdf`
        : `document-${reports.length + 1}.pdf`;
      const pages = statements.flatMap((statement) => [
        prosePage(dice),
        (page: PdfPage) => {
          drawStatement(page, statement, year, dice);
        },
      ]);
      reports.push({ name, content: pdfFile([coverPage(company, year), ...pages]) });
      for (let n = 0; n < questionsPerReport; n++) {
        const at = dice.between(0, statements.length - 1);
        const row = dice.pick(statements[at]!.rows.filter((label) => !label.endsWith(':')));
        questions.push({ text: `${company} ${year} ${row.toLowerCase()}`, filename: name, page: 2 + 2 * at });
      }
    }
  return { reports, questions };
}

const coverPage = (company: string, year: number) => (page: PdfPage) => {
  page.text('ANNUAL REPORT', 200, 640, 22, true);
  page.text(`${company}, Inc.`, 200, 600, 18, true);
  page.text(`For the fiscal year ended December 31, ${year}`, 200, 570, 11);
};

const prosePage = (dice: Dice) => (page: PdfPage) => {
  for (let line = 0; line < 30; line++) page.text(dice.pick(sentences), 60, 720 - line * 14, 10);
};

function drawStatement(page: PdfPage, { title, rows }: Statement, year: number, dice: Dice): void {
  page.text(title, 160, 720, 12, true);
  page.text('(Millions, except per share amounts)', 220, 704, 9);
  for (const [at, right] of columnRights.entries()) page.amount(String(year - at), right, 680, 9);
  for (const [at, label] of rows.entries()) {
    const y = 660 - at * rowHeight;
    if (at % 2 === 0) {
      page.shade(56, y - 4, 260, rowHeight);
      for (const right of columnRights) page.shade(right - 66, y - 4, 70, rowHeight);
    }
    page.text(label, 60, y, 9);
    if (label.endsWith(':')) continue;
    for (const right of columnRights) {
      if (at === 0) page.text('$', right - 60, y, 9);
      page.amount(`${dice.between(1, 98)},${dice.between(100, 999)}`, right, y, 9);
    }
  }
}
