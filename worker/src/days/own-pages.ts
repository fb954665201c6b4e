import { SiteSetting } from '@voordeur/contracts/db';
import {
  casePaths,
  type SiteChanges,
  type SiteConfig,
  sitePaths,
  withSiteChanges,
} from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';

/** The part of `site.config.json` that says which pages cases have. */
export type CasesOfFile = Pick<SiteConfig, 'locked' | 'streets'>;

/** The paths of the site's pages, those that the owner made for her cases among them. */
export async function readOwnPages(db: EntityManager, file: CasesOfFile): Promise<string[]> {
  const change = await db.findOneBy(SiteSetting, { key: 'streets' });
  const changes = change ? ({ streets: change.value } as SiteChanges) : {};
  const { streets } = withSiteChanges(file, changes);
  return [...sitePaths, ...casePaths(streets)];
}
