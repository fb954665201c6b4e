import { SiteSetting } from '@voordeur/contracts/db';
import { withSiteChanges } from '@voordeur/contracts/http';
import { type EntityManager, In } from 'typeorm';
import type { LetterSettings } from '../platform/mail-settings.js';

/**
 * The settings with the owner's changes as they are now. They're read for each mail: it must say what the pages say.
 */
export async function readCurrentSettings<Settings extends LetterSettings>(
  db: EntityManager,
  settings: Settings,
): Promise<Settings> {
  const changes = await db.findBy(SiteSetting, { key: In(['product', 'daysOff', 'mark']) });
  return withSiteChanges(settings, Object.fromEntries(changes.map(({ key, value }) => [key, value])));
}
