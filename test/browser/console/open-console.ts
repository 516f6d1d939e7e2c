import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, type Page } from 'playwright-core';

/** A tab with the console, signed in. */
export interface ConsoleTab {
  page: Page;
  /** Opens a page of the console by its path, such as `/jobs`, and waits for its heading. */
  open(path: string, heading: string): Promise<void>;
  /** Faults that axe-core finds on the page as it stands, in words; none is what a test expects. */
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
      // The protocol of the browser evaluates it, so that the page's own policy may stay as strict as it is.
      await page.evaluate(axe);
      return await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as AxeWindow).axe.run();
        return violations.map(
          ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(', ')})`,
        );
      });
    },
    async shoot(name) {
      if (process.env.SHEAF_IMAGES === undefined) return;
      const clip = { x: 0, y: 0, width: 1400, height: 780 };
      await page.screenshot({ path: path.resolve('docs', 'images', `console-${name}.png`), clip });
    },
    close: () => page.close(),
  };
}

interface AxeWindow {
  axe: { run(): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }> };
}
