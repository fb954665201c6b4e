import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { patienceMs } from '../browser/browser.js';
import { stack, startOwnStack, stopOwnStack } from '../browser/stack.js';
import { isAlive } from '../browser/waits.js';
import { engines } from './engines.js';

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
