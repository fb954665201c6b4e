import { Resolver } from 'node:dns/promises';
import { ownerCheckDestination } from '@voordeur/contracts/db';
import type { OwnerCheck } from '@voordeur/contracts/http';
import type { Destination, LeasedEffect, Outcome } from '../outbox/destination.js';
import { requestOnce } from '../platform/request-once.js';
import { type Lookup, systemLookup } from '../platform/checked-addresses.js';
import { isPublicAddress } from '../platform/public-address.js';
import { findMailRecords, type Names } from './find-mail-records.js';

const pageTimeoutMs = 10_000;

interface Surroundings {
  /** Also asks hosts of our own network: where the operator allows deliveries to them. */
  allowPrivate: boolean;
  lookUp?: Lookup;
  names?: Names;
}

/** Looks at the internet for the owner, who waits for the answer: made once, and whatever is found is stored. */
export function checkDestination({
  allowPrivate,
  lookUp = systemLookup,
  names = new Resolver({ timeout: 2_000, tries: 2 }),
}: Surroundings): Destination {
  return {
    kind: 'check',
    name: ownerCheckDestination,
    secondsToNextAttempt: () => null,
    send: async ({ type, payload }, stop) => {
      switch (type as OwnerCheck) {
        case 'mail-records': {
          const found = await findMailRecords(textOf(payload, 'domain'), names);
          return { result: 'sent', responseStart: JSON.stringify(found) };
        }
        case 'booking-page':
          return askForPage(textOf(payload, 'address'));
      }

      async function askForPage(address: string): Promise<Outcome> {
        const answer = await requestOnce(
          { method: 'GET', url: address, headers: { accept: 'text/html' } },
          {
            timeoutMs: pageTimeoutMs,
            isAllowed: allowPrivate ? () => true : isPublicAddress,
            lookUp,
            stop,
          },
        );
        if ('error' in answer) {
          const { error } = answer;
          return error === 'stopped' ? { result: 'postponed', error } : { result: 'failed', error };
        }
        const { statusCode } = answer;
        // A redirect leads to a page that a browser follows.
        if (statusCode >= 400) return { result: 'failed', statusCode };
        return { result: 'sent', statusCode, responseStart: JSON.stringify({ address }) };
      }
    },
  };
}

function textOf(payload: LeasedEffect['payload'], name: string): string {
  const text = payload[name];
  if (typeof text !== 'string') throw new Error(`a check without its ${name}`);
  return text;
}
