import { markIcon, type MarkIcon, markPath } from '@voordeur/contracts/http';
import { site } from './site';

/** The files of the drawn mark (infra/brand/make-pictures.mjs). */
const drawn: Record<MarkIcon, string> = {
  32: '/favicon-32.png',
  180: '/apple-touch-icon.png',
  192: '/icon-192.png',
  512: '/icon-512.png',
  maskable: '/icon-maskable-512.png',
};

/** The hash in the names of the owner's mark and its icons; null while the site has the drawn one. */
export const ownMark = () => markPath.exec(site.mark ?? '')?.[1] ?? null;

/** The path of an icon of the site. */
export function iconOf(icon: MarkIcon): string {
  const hash = ownMark();
  return hash === null ? drawn[icon] : markIcon(hash, icon);
}
