import { isIPv4 } from 'node:net';
import { addressKeys } from '@voordeur/server';
import Bowser from 'bowser';
import ipaddr from 'ipaddr.js';
import type { Client } from '../platform/client.js';

/** Where a session was opened from, only as precisely as an owner needs to recognise her own. */
export interface SessionOrigin {
  network: string | null;
  browser: string | null;
}

export function describeOrigin({ address, userAgent }: Client): SessionOrigin {
  return { network: networkOf(address), browser: nameBrowser(userAgent) };
}

function networkOf(address: string): string | null {
  const widest = addressKeys(address).at(-1)?.key ?? 'unknown';
  if (isIPv4(widest)) return widest.replace(/\d{1,3}$/, '0/24');
  if (widest === 'unknown') return null;
  // As people write it: `::/48` for this machine, not `0:0:0::/48`.
  const [network = '', length] = widest.split('/');
  return `${ipaddr.parse(network).toString()}/${length}`;
}

function nameBrowser(userAgent: string): string | null {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return null;
  return os.name ? `${browser.name}, ${os.name}` : browser.name;
}
