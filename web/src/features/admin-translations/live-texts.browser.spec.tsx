import { afterEach, expect, it } from 'vitest';
import { findPlace, light, showTexts } from './live-texts';

const page = document.createElement('div');
document.body.append(page);
afterEach(() => page.replaceChildren());

/** A page as React makes one: each piece of text is a node of its own. */
function write(html: string): void {
  page.innerHTML = html;
}

it('finds a sentence to be seen before one that is hidden, and before one for screen readers alone', () => {
  write(`<p hidden>Come in</p><i style="position:absolute;width:1px;height:1px;overflow:hidden">Come in</i>
    <p id="it">Come in</p>`);
  expect(findPlace(page, 'Come in')).toMatchObject({ place: 'seen', element: { id: 'it' } });
});

it.each([
  ['hidden', '<p hidden>Come in</p>', 'hidden'],
  ['in a script', '<script type="application/json">Come in</script>', 'nowhere'],
  ['part of another sentence', '<p>Come in. Sit down.</p>', 'nowhere'],
  ['not there', '', 'nowhere'],
])('says when it is %s', (_, html, place) => {
  write(html);
  expect(findPlace(page, 'Come in')).toEqual({ place });
});

it('finds one with tags and values, in its element', () => {
  write('<p id="it">You’d be at <b>14</b> by now.</p>');
  expect(findPlace(page, 'You’d be at <b>{row}</b> by now.')).toMatchObject({ element: { id: 'it' } });
});

it('writes what is typed around the same values, and puts the page back', () => {
  write('<p>You’d be at <b>14</b> by now.</p><input placeholder="you@home" aria-label="Your address">');
  const before = page.innerHTML;
  const putBack = showTexts(page, [
    { present: 'You’d be at <b>{row}</b> by now.', value: 'It is row <b>no. {row}</b>' },
    { present: 'you@home', value: 'me@home' },
    { present: 'Your address', value: 'Not a {message' },
  ]);
  expect(page.textContent).toBe('You’d be at 14 by now.');
  expect(page.querySelector('input')?.placeholder).toBe('me@home');
  putBack();
  expect(page.innerHTML).toBe(before);
});

it('rewrites the pieces between the same tags', () => {
  write('<p>You’d be at <b>14</b> by now.</p>');
  showTexts(page, [{ present: 'You’d be at <b>{row}</b> by now.', value: 'Row <b>no. {row}</b> it is.' }]);
  expect(page.innerHTML).toBe('<p>Row <b>no. 14</b> it is.</p>');
});

it('leaves alone what the page has changed since', () => {
  write('<p>Come in</p>');
  const putBack = showTexts(page, [{ present: 'Come in', value: 'Hello' }]);
  page.querySelector('p')?.replaceChildren('By the page');
  putBack();
  expect(page.textContent).toBe('By the page');
});

it('lights an element and puts the light out', () => {
  write('<p style="outline: 1px dotted red">Come in</p>');
  const paragraph = page.querySelector('p');
  const putOut = light(paragraph as HTMLElement);
  expect(paragraph?.style.outlineStyle).toBe('solid');
  putOut();
  expect(paragraph?.style.outlineStyle).toBe('dotted');
  expect(paragraph?.style.boxShadow).toBe('');
});
