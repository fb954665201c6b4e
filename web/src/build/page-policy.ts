import { createHash } from 'node:crypto';
import type { SiteConfig } from '@voordeur/contracts/http';
import { schedulerOrigins, calendarConsentScript } from '../site/booking/calendar-host';
import { playerAddress } from '../site/videos/player-address';
import { skyPolicy } from '../site/sky/drops';

/**
 * The Content-Security-Policy of every page (CSP Level 3), but for `frame-ancestors`, which nginx.conf adds. The config
 * opens it for the hosts it names and no further: frames of its scheduler and its videos, and the lookup of an address.
 */
export function pagePolicy({ scheduler, videos, intros, ipLookup }: SiteConfig): string {
  const players = [...videos, ...Object.values(intros ?? {})]
    .map(playerAddress)
    .filter((player) => player !== null);
  const frames = originsOf([...schedulerOrigins(scheduler), ...players]);
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", hashOf(calendarConsentScript())],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'media-src': ["'self'"],
    'connect-src': ["'self'", ...originsOf(ipLookup.startsWith('/') ? [] : [ipLookup])],
    'frame-src': ["'self'", ...frames],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [skyPolicy],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

const originsOf = (addresses: string[]) => [...new Set(addresses.map((address) => new URL(address).origin))];

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
