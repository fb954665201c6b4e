import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The module as a page with this block loads it. */
async function loadSite(block: object | null) {
  const element = block && { textContent: JSON.stringify(block) };
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'site' ? element : null) });
  return import('./site');
}

it('has the settings of the file on a page without changes', async () => {
  const { site } = await loadSite(null);
  expect([site.product, site.price?.en]).toEqual(['Voordeur', expect.any(String)]);
});

it('has what the owner changed or removed on a page with changes', async () => {
  const { site } = await loadSite({ product: 'Havenlicht', price: null });
  expect([site.product, site.price, site.email]).toEqual(['Havenlicht', undefined, 'hello@voordeur.example']);
});

it('follows a change', async () => {
  const module = await loadSite({ product: 'Havenlicht' });
  module.changeSite({ email: 'me@site.example' });
  expect([module.site.product, module.site.email]).toEqual(['Voordeur', 'me@site.example']);
});
