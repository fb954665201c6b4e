/*
 * Finds the busy times in what a calendar's server answered, in a process of its own (read-source.ts): an `EventsOrder` on
 * stdin, a `FoundSpans` on stdout.
 */
import { text } from 'node:stream/consumers';
import type { SourceFailure } from '@voordeur/contracts/http';
import { busySpans, NotReadable, type Span, TooManyEvents, type Wanted } from './expand-events.js';
import { parseMultistatus } from './multistatus.js';

export interface EventsOrder {
  /** Whether the texts are iCalendar, or answers of a CalDAV server. */
  format: 'ics' | 'multistatus';
  texts: string[];
  wanted: Wanted;
}

export type FoundSpans = { spans: Span[] } | { failure: SourceFailure };

function find({ format, texts, wanted }: EventsOrder): Span[] {
  if (format === 'ics') return busySpans(texts, wanted);
  const events = texts.flatMap((one) => parseMultistatus(one).flatMap(({ data }) => data ?? []));
  return events.flatMap((event) => {
    try {
      return busySpans([event], wanted);
    } catch (error) {
      // One event that is broken doesn't cost the others.
      if (error instanceof NotReadable) return [];
      throw error;
    }
  });
}

function answer(order: EventsOrder): FoundSpans {
  try {
    return { spans: find(order) };
  } catch (error) {
    return { failure: error instanceof TooManyEvents ? 'too-large' : 'not-readable' };
  }
}

process.stdout.write(JSON.stringify(answer(JSON.parse(await text(process.stdin)) as EventsOrder)));
