import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, type Page } from 'playwright-core';

/** A tab with the console, signed in. */
export interface ConsoleTab {
  page: Page;
  /** Opens a page of the console by its path, such as `/jobs`, and waits for its heading. */
  open(path: string, heading: string): Promise<void>;
  /**
   * Faults of the page as it stands, in words; none is what a test expects: what axe-core finds in light and in
   * dark, and a page that is wider than a window of 800 pixels.
   */
  accessFaults(): Promise<string[]>;
  /** Errors that the page has thrown or that the browser has reported, policy violations included. */
  problems: string[];
  /**
   * Takes a picture of the page for the documentation, `docs/images/console-<name>.png`, where `SHEAF_IMAGES` is
   * set.
   */
  shoot(name: string): Promise<void>;
  close(): Promise<void>;
}

const narrowWidth = 800;
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
    if (message.type() === 'error') problems.push(message.text());
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
      const width = await widthInNarrowWindow(page);
      if (width > narrowWidth) faults.push(`it is ${width} pixels wide in a window of ${narrowWidth}`);
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

async function widthInNarrowWindow(page: Page): Promise<number> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width: narrowWidth });
  const width = await page.evaluate('document.documentElement.scrollWidth');
  await page.setViewportSize(size);
  return width as number;
}

interface AxeWindow {
  axe: { run(): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }> };
}
