import type { TextLanguage } from '@voordeur/contracts/http';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { page } from 'vitest/browser';
import adminStyles from '../admin/admin.css?inline';
import siteStyles from '../site/site.css?inline';
import { TextProvider } from '../i18n/text-provider';
import { dismissToast, readToast } from '../lib/toast-store';
import { createQueryClient } from '../lib/query-client';
import Toaster from '../ui/toaster';

interface Options {
  language?: TextLanguage;
  /** The address of the page, in the router's memory. */
  path?: string;
}

// Each product has a sheet of its own; a test that renders by itself has the site's.
const sheet = document.head.appendChild(document.createElement('style'));
sheet.textContent = siteStyles;

let unmountLast: () => void = () => undefined;

/** Renders a part of the site as the app does: texts, router, toaster, styles. A missing text fails. */
export function renderSite(children: ReactNode, { language = 'en', path = '/' }: Options = {}): void {
  wear(siteStyles);
  render(
    <TextProvider language={language} catalogue="site">
      {children}
      <Toaster />
    </TextProvider>,
    path,
  );
}

/** The same of the admin, with queries of its own. */
export function renderAdmin(children: ReactNode, { language = 'en', path = '/admin' }: Options = {}): void {
  wear(adminStyles);
  render(
    <TextProvider language={language} catalogue="admin" timeZone="Europe/Amsterdam">
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
      <Toaster />
    </TextProvider>,
    path,
  );
}

/** Unmounts the last test's tree. */
export function unmount(): void {
  unmountLast();
  const toast = readToast();
  if (toast) dismissToast(toast.id);
}

/** The toast that is shown; an open dialog hides it from the accessibility tree, and it is announced all the same. */
export const toast = page
  .getByRole('region', { name: /^(Notifications|Meldingen)/, includeHidden: true })
  .getByRole('listitem', { includeHidden: true });

/** The path and query that the router is at. */
export const address = page.getByTestId('address');

function wear(styles: string): void {
  if (sheet.textContent !== styles) sheet.textContent = styles;
}

function render(children: ReactNode, path: string): void {
  unmountLast();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <MemoryRouter initialEntries={[path]}>
      <Suspense>{children}</Suspense>
      <Address />
    </MemoryRouter>,
  );
  unmountLast = () => {
    root.unmount();
    place.remove();
    unmountLast = () => undefined;
  };
}

function Address() {
  const { pathname, search } = useLocation();
  return (
    <output hidden data-testid="address">
      {pathname + search}
    </output>
  );
}
