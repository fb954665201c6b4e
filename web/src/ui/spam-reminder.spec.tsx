import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { Dutch } from './spam-reminder';

it.each([
  ['en', 'Kijk in je spammap.'],
  ['nl', 'Kijk in je spammap.'],
  ['de', ''],
])('says on a page in %s what is Dutch: %o', (locale, shown) => {
  const html = renderToStaticMarkup(
    <IntlProvider locale={locale}>
      <Dutch>Kijk in je spammap.</Dutch>
    </IntlProvider>,
  );
  expect(html.replace(/<[^>]*>/g, '')).toBe(shown);
});
