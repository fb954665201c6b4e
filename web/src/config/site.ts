import { type SiteConfig, type SiteOfPage, withSiteChanges } from '@voordeur/contracts/http';
import config from '../../../site.config.json';

/** The block of a page that has `siteOfPage`. */
export const siteId = 'site';

/** The owner's changes that this page was rendered with. */
export let siteOfPage: SiteOfPage;
/**
 * The owner's settings: those of the file, which its schema checks at build (`build/site-config.ts`), with her changes.
 * `changeSite` replaces it, so read it when you need it, not when a module loads.
 */
export let site: SiteConfig;

changeSite(readFromPage());

/** Applies other changes than those of this page: called by the prerenderer, and once the owner has saved new ones. */
export function changeSite(changes: SiteOfPage): void {
  siteOfPage = changes;
  site = withSiteChanges(config as SiteConfig, changes);
}

function readFromPage(): SiteOfPage {
  // Tests of single parts have no page.
  const block = typeof document === 'undefined' ? null : document.getElementById(siteId);
  return block ? (JSON.parse(block.textContent) as SiteOfPage) : {};
}
