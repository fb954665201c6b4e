import { SiteSetting } from '@voordeur/contracts/db';
import { withSiteChanges } from '@voordeur/contracts/http';
import { type EntityManager, In } from 'typeorm';
import type { LetterSettings } from '../platform/mail-settings.js';

/**
 * The settings with what the owner has changed in the browser, as it is now. Read for each mail, because no process is
 * told of a change.
 */
export async function readCurrentSettings<Settings extends LetterSettings>(
  db: EntityManager,
  settings: Settings,
): Promise<Settings> {
  const changes = await db.findBy(SiteSetting, { key: In(['product', 'daysOff']) });
  return withSiteChanges(settings, Object.fromEntries(changes.map(({ key, value }) => [key, value])));
}
