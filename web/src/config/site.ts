import type { SiteConfig } from '@voordeur/contracts/http';
import config from '../../../site.config.json';

/** What the owner sets; checked against its schema at build (`build/site-config.ts`). */
export const site = config as SiteConfig;
