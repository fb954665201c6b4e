/** What the owner sets in `site.config.json`; its schema beside it explains each field and is checked at build and at boot. */
export interface SiteConfig {
  product: string;
  videos: SiteVideo[];
}

export interface SiteVideo {
  id: string;
  title: string;
}
