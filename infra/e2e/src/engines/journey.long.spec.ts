import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { browserArgs, browserPath, patienceMs } from '../browser/browser.js';
import { stack, startOwnStack, stopOwnStack } from '../browser/stack.js';
import { isAlive } from '../browser/waits.js';

const shown = `(element) => element.checkVisibility({ visibilityProperty: true })`;
/** The last of those that are shown: a dialog comes after the page that it covers. */
const lastOf = (selector: string, holds: string) =>
  `[...document.querySelectorAll('${selector}')].filter(${shown}).filter(${holds}).at(-1) ?? null`;
const nameOf = `(element.getAttribute('aria-label') ?? element.textContent).trim()`;
const named = (selector: string, name: string) =>
  lastOf(selector, `(element) => ${nameOf}.includes(${JSON.stringify(name)})`);
const button = (name: string) => lastOf('button', `(element) => ${nameOf} === ${JSON.stringify(name)}`);
const link = (name: string) => named('a', name);
const heading = (name: string) => named('h1, h2, h3', name);
const field = (label: string) =>
  lastOf(
    'input, textarea',
    `(element) => [element.ariaLabel, ...[...element.labels].map((one) => one.textContent.trim())]
      .some((name) => name?.startsWith(${JSON.stringify(label)}))`,
  );

/** A browser with an empty profile. Elements are given as a script whose value they are. */
interface Engine {
  open: (url: string) => Promise<unknown>;
  read: <Value>(script: string) => Promise<Value>;
  click: (element: string) => Promise<void>;
  type: (element: string, text: string) => Promise<void>;
  /** Exceptions and errors that the pages have reported. */
  faults: string[];
  close: () => Promise<unknown>;
}

const engines: Record<string, () => Promise<Engine>> = {
  Chromium: () => startPuppeteer('chrome'),
  Firefox: () => startPuppeteer('firefox'),
  WebKit: startWebKit,
};

/* `make drill NAME=browsers`. */
beforeAll(startOwnStack);
afterAll(stopOwnStack);

it.each(Object.keys(engines))('a visitor and the owner walk through the product in %s', async (name) => {
  const engine = await engines[name]?.();
  if (!engine) throw new Error(`There is no ${name}`);
  onTestFinished(async () => {
    await engine.close();
  });

  const until = async (script: string) => {
    const holds = () => engine.read<boolean>(`Boolean(${script})`);
    await expect.poll(holds, { timeout: patienceMs, message: script }).toBe(true);
  };
  const open = async (path: string) => {
    await engine.open(stack.baseUrl + path);
    await until(isAlive);
  };
  const click = async (element: string) => {
    await until(element);
    await engine.click(element);
  };
  const type = async (element: string, text: string) => {
    await until(element);
    await engine.type(element, text);
    await until(`(${element})?.value.includes(${JSON.stringify(text)})`);
  };
  const says = (text: string) => until(`document.body.innerText.includes(${JSON.stringify(text)})`);

  const email = `${name.toLowerCase()}@example.org`;
  await open('/en');
  await click(button('Ask a question'));
  await type(field('Your email'), email);
  await type(field('Your question'), `Asked in ${name}`);
  await click(button('Send your question'));
  await says('Your question has been submitted successfully');

  await open('/learn');
  await click(named('button', 'Video 1'));
  await until(`document.querySelector('[role=dialog] video')?.readyState > 0`);
  await click(button('Transcript'));

  await open('/booking');
  await until(button('Show the calendar'));

  await open('/admin');
  await type(field('Secret key'), stack.adminKey);
  await click(button('Access Dashboard'));
  await until(heading('Good to see you'));

  // A browser types faster than a person, so the lead may be held back.
  await open('/admin/leads?box=all');
  await click(link(email));
  await says(`Asked in ${name}`);

  const sentence = `Read in ${name}.`;
  const saveText = async (change: () => Promise<void>) => {
    await open('/admin/translations?key=learn.lead');
    await click(button('Edit learn.lead, English'));
    await change();
    await click(button('Save'));
    await says('Translation updated successfully');
  };
  // Pages are rendered a moment after a text is saved.
  const pageSays = () =>
    expect.poll(
      async () => {
        await open('/learn');
        // It comes last, and Firefox reports requests still running when the page is left.
        await until(`document.querySelector('.in-place-pencil')`);
        return engine.read<string>('document.body.innerText');
      },
      { timeout: patienceMs },
    );
  await saveText(() => type(field('learn.lead, English'), ` ${sentence}`));
  await pageSays().toContain(sentence);
  await saveText(() => click(button('Back to the built-in text')));
  await pageSays().not.toContain(sentence);
  expect(engine.faults).toEqual([]);
});

async function startPuppeteer(kind: 'chrome' | 'firefox'): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: kind,
    executablePath: kind === 'firefox' ? '/usr/bin/firefox-esr' : browserPath(),
    args: kind === 'firefox' ? [] : browserArgs,
    defaultViewport: { width: 1440, height: 900 },
  });
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const find = async (element: string) => {
    const handle = (await page.evaluateHandle(element)).asElement();
    if (!handle) throw new Error(`Nothing in the page is ${element}`);
    return handle;
  };
  return {
    faults,
    open: (url) => page.goto(url),
    read: <Value>(script: string) => page.evaluate(script) as Promise<Value>,
    click: async (element) => (await find(element)).click(),
    type: async (element, text) => (await find(element)).type(text),
    close: () => browser.close(),
  };
}

const driverPort = 28_790;
const display = ':87';
/** The sandbox refuses root; without a graphics card a clip ends WebKit's process, unless it's drawn in plain memory. */
const withoutGraphics = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_GST_DISABLE_GL_SINK: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
};
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK's browser, which draws on a screen, by the WebDriver protocol. */
async function startWebKit(): Promise<Engine> {
  const screen = spawn('Xvfb', [display, '-screen', '0', '1440x900x24', '-displayfd', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  const driver = spawn('WebKitWebDriver', [`--port=${driverPort}`], {
    env: { ...process.env, DISPLAY: display, ...withoutGraphics },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const faults: string[] = [];
  createInterface({ input: driver.stdout }).on('line', (line) => {
    if (/^CONSOLE.* ERROR/.test(line)) faults.push(line);
  });
  const end = async () => {
    await Promise.all([driver, screen].map(endProcess));
  };

  const call = async (path: string, body: object, method = 'POST'): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${driverPort}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit's driver answered ${JSON.stringify(value)}`);
    return value;
  };
  try {
    const session = await openSession(call);
    const read = <Value>(script: string) =>
      call(`${session}/execute/sync`, { script: `return ${script}`, args: [] }) as Promise<Value>;
    const find = async (element: string) => {
      const found = await read<Record<string, string> | null>(element);
      const id = found?.[elementKey];
      if (!id) throw new Error(`Nothing in the page is ${element}`);
      return `${session}/element/${id}`;
    };
    return {
      faults,
      read,
      open: (url) => call(`${session}/url`, { url }),
      click: async (element) => {
        // By itself the driver presses while the page still scrolls there, smoothly.
        await read(`(${element})?.scrollIntoView({ block: 'center', behavior: 'instant' })`);
        await call(`${await find(element)}/click`, {});
      },
      type: async (element, text) => {
        await call(`${await find(element)}/value`, { text });
      },
      close: async () => {
        try {
          await call(session, {}, 'DELETE');
        } finally {
          await end();
        }
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The driver says nowhere that it listens, so it's asked until it answers. */
async function openSession(call: (path: string, body: object) => Promise<unknown>): Promise<string> {
  const options = {
    binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
  };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  for (let left = 100; ; left -= 1) {
    try {
      const { sessionId } = (await call('/session', { capabilities })) as { sessionId: string };
      return `/session/${sessionId}`;
    } catch (error) {
      if (left === 0 || !(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
