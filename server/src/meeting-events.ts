import type { Meeting } from '@voordeur/contracts/db';
import ical, { ICalEventStatus } from 'ical-generator';

/** Meetings for the owner's own calendar (RFC 5545). Without attendees: some servers would write to them. */
export function meetingEvents(
  meetings: Meeting[],
  { publicUrl, product }: { publicUrl: string; product: string },
): string {
  const calendar = ical({
    prodId: { company: 'Voordeur', product: 'calendar', language: 'EN' },
    name: product,
  });
  for (const { id, title, startsAt, endsAt, sequence, place, name, email, phone, answers } of meetings) {
    const facts = [email, phone, ...answers.map(({ question, answer }) => `${question}\n${answer}`)];
    calendar.createEvent({
      id: `${id}@${new URL(publicUrl).hostname}`,
      sequence,
      start: startsAt,
      end: endsAt,
      summary: `${name ?? ''}: ${title ?? ''} (${product})`,
      location: place?.text ?? '',
      description: facts.filter((fact) => fact !== null).join('\n\n'),
      url: new URL('/admin/calendar', publicUrl).href,
      status: ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
