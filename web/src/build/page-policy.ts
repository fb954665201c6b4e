import { createHash } from 'node:crypto';
import { calendarOrigins, isLocked, type SiteConfig } from '@voordeur/contracts/http';
import { bellPolicy } from '../admin/notifications/push-subscription';
import { calendarConsentScript } from '../site/booking/calendar-host';
import { frameSources } from '../site/frame-sources';
import { skyPolicy } from '../site/sky/drops';

/**
 * The Content-Security-Policy of every page (CSP Level 3), but for `frame-ancestors`, which nginx.conf adds. The config
 * opens it for the hosts it names and no further: frames of its scheduler and its videos, and the lookup of an address.
 * It's fixed with the build, though the owner may choose a hosted scheduler later, so it allows frames of those too; a
 * `<meta>` of each page then allows those of the chosen one alone (site/render-head.ts).
 */
export function pagePolicy(config: SiteConfig): string {
  const { ipLookup } = config;
  const hosted = isLocked(config, 'scheduler') ? [] : Object.values(calendarOrigins).flat();
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", hashOf(calendarConsentScript())],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'media-src': ["'self'"],
    'connect-src': ["'self'", ...(ipLookup.startsWith('/') ? [] : [new URL(ipLookup).origin])],
    'frame-src': [...new Set([...frameSources(config), ...hosted])],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [skyPolicy, bellPolicy],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
