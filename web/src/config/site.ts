import type { SiteConfig } from '@voordeur/contracts/http';
import config from '../../../site.config.json';

/** The owner's settings; checked against their schema at build (`build/site-config.ts`). */
export const site = config as SiteConfig;
