import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, type Page } from 'playwright-core';

/** A tab with the console, signed in. */
export interface ConsoleTab {
  page: Page;
  /** Opens a page of the console by its path, such as `/jobs`, and waits for its heading. */
  open(path: string, heading: string): Promise<void>;
  /**
   * Faults of the page as it stands, in words; none is what a test expects: what axe-core finds in light and
   * in dark, a page that is wider than a narrow window, and tables that are cut or torn there.
   */
  accessFaults(): Promise<string[]>;
  /**
   * Errors that the page has thrown or that the browser has reported, each with its address, policy
   * violations included. Without answers of status 503: a busy machine counts facets too slowly, and the page
   * asks again.
   */
  problems: string[];
  /**
   * Takes a picture of the page for the documentation, `docs/images/console-<name>.png`, where `SHEAF_IMAGES`
   * is set.
   */
  shoot(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Pixels of half a screen and of a telephone. */
const narrowWidths = [800, 390];
/** Part of the message with which the browser reports an answer that the page retries. */
const busyText = 'status of 503';
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Signs in at the console of a running API, as a person does.
 *
 * @param operator name of the person; none by default
 */
export async function openConsole(
  context: BrowserContext,
  baseUrl: string,
  key: string,
  operator?: string,
): Promise<ConsoleTab> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' || message.text().includes(busyText)) return;
    problems.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(`${baseUrl}/console`);
  await page.getByLabel('Key').fill(key);
  if (operator !== undefined) await page.getByLabel('Your name').fill(operator);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return {
    page,
    problems,
    async open(path, heading) {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
    async accessFaults() {
      const faults = await axeFaults(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      faults.push(...(await axeFaults(page)).map((fault) => `in dark, ${fault}`));
      await page.emulateMedia({ colorScheme: 'light' });
      for (const width of narrowWidths) faults.push(...(await faultsInWindow(page, width)));
      return faults;
    },
    async shoot(name) {
      if (process.env.SHEAF_IMAGES === undefined) return;
      const clip = { x: 0, y: 0, width: 1400, height: 780 };
      await page.screenshot({ path: path.resolve('docs', 'images', `console-${name}.png`), clip });
    },
    close: () => page.close(),
  };
}

async function axeFaults(page: Page): Promise<string[]> {
  // The protocol of the browser evaluates it, so that the page's own policy may stay as strict as it is.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run();
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(', ')})`,
    );
  });
}

async function faultsInWindow(page: Page, width: number): Promise<string[]> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width });
  const faults = await page.evaluate(layoutFaults);
  await page.setViewportSize(size);
  return (faults as string[]).map((fault) => `${fault} in a window of ${width} pixels`);
}

/** Expression for the faults of layout in the window as it is. */
const layoutFaults = `(() => {
  const faults = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push('the page is ' + scrollWidth + ' pixels wide');
  for (const table of document.querySelectorAll('[role=table].table')) {
    const heads = [...table.querySelectorAll('[role=columnheader]')];
    const cells = [...(table.querySelector('.rows .row')?.children ?? [])];
    for (const element of [table, table.querySelector('.rows')]) element.scrollLeft = scrollWidth;
    heads.forEach((head, at) => {
      const name = table.getAttribute('aria-label') + ': ' + head.textContent;
      // A long name may be shortened in a narrow window, but not to a few letters.
      if (head.scrollWidth > head.clientWidth && head.clientWidth < 64)
        faults.push('the heading is cut of ' + name);
      const left = cells[at]?.getBoundingClientRect().left;
      if (left !== undefined && Math.abs(left - head.getBoundingClientRect().left) > 1)
        faults.push('the heading does not stand above ' + name);
    });
    table.scrollLeft = 0;
  }
  return faults;
})()`;

interface AxeWindow {
  axe: { run(): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }> };
}
