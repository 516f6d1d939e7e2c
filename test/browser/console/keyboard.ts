import { type Locator, type Page } from 'playwright-core';

/** Keys that a task has taken. */
export interface Steps {
  /** Tab and Shift+Tab: the way to a control. */
  tabs: number;
  /** All other keys, such as Enter and arrows; a text that is typed counts as one. */
  keys: number;
}

/** Works on a page without a pointer, and counts the keys. */
export interface Keyboard {
  steps: Steps;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Goes to a control by Tab from where the focus is. */
  reach(control: Locator): Promise<void>;
  /** Goes to a control and presses Enter. */
  enter(control: Locator): Promise<void>;
  /** Opens the file dialog of an upload field and chooses files in it. */
  choose(field: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void>;
}

/** Most presses of Tab to a control: more means that the focus goes in a circle without it. */
const tabsMax = 250;
/** Time after which the key is pressed again: a busy browser opens no chooser for a press that is seconds old. */
const chooserMsMax = 20_000;

export function keyboardOf(page: Page): Keyboard {
  const steps: Steps = { tabs: 0, keys: 0 };
  const keyboard: Keyboard = {
    steps,
    async press(key) {
      steps.keys++;
      await page.keyboard.press(key);
    },
    async type(text) {
      steps.keys++;
      await page.keyboard.type(text);
    },
    async reach(control) {
      await control.waitFor();
      for (let pressed = 0; !(await hasFocus(control)); pressed++) {
        if (pressed === tabsMax) throw new Error(`Tab does not lead to ${String(control)}`);
        steps.tabs++;
        await page.keyboard.press('Tab');
      }
    },
    async enter(control) {
      await keyboard.reach(control);
      await keyboard.press('Enter');
    },
    async choose(field, files) {
      await keyboard.reach(field);
      steps.keys++;
      for (;;) {
        const opened = page.waitForEvent('filechooser', { timeout: chooserMsMax }).catch(() => null);
        await page.keyboard.press('Space');
        const chooser = await opened;
        if (chooser !== null) return chooser.setFiles(files);
      }
    },
  };
  return keyboard;
}

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate(
    (element) =>
      element === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement,
  );
