import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FindNetwork, judgeSession, judgeVisit } from '@voordeur/worker';
import { atLeast, type Row } from '../measuring/figures.js';
import { type LoggedSession, readLoggedSessions } from './logged-sessions.js';
import type { StoredSession } from './scripted-browsers.js';

/** Sessions of people in the folder's access log; none where it has no log. */
export function readPeople(folder: string): LoggedSession[] {
  const name = readdirSync(folder).find((file) => /^access-log.*\.gz$/.test(file));
  return name === undefined ? [] : readLoggedSessions(join(folder, name));
}

/** Why the session of a person's agent is suspected, by its page views or by all of them together; null if it isn't. */
const suspicionOf = ({ views }: StoredSession): string | null =>
  views.find(({ suspicion }) => suspicion !== null)?.suspicion ?? judgeSession(views);

const suspicionOfLogged = ({ address, views }: LoggedSession, findNetwork: FindNetwork): string | null =>
  judgeVisit({ isDriven: false, network: findNetwork(address) }) ?? judgeSession(views);

/**
 * Precision of suspicions: of programs, whose sessions were made for this, and of people, who are those of the log
 * whose browsers drew the pages. The others of the log have no label, so they're counted but not judged.
 */
export function measureBehaviour(
  scripted: StoredSession[],
  logged: LoggedSession[],
  findNetwork: FindNetwork,
): Row[] {
  const caught = scripted.filter((session) => suspicionOf(session) !== null);
  const people = logged.filter(({ drewPages }) => drewPages);
  const accused = people.filter((session) => suspicionOfLogged(session, findNetwork) !== null);
  const others = logged.filter(({ drewPages }) => !drewPages);
  const byKind = [...new Set(scripted.map(({ kind }) => kind))].map((kind): Row => {
    const sessions = scripted.filter((session) => session.kind === kind);
    const reasons = sessions.map(suspicionOf).filter((reason) => reason !== null);
    return {
      what: kind,
      value: reasons.length,
      unit: `of ${sessions.length}`,
      ...(reasons.length > 0 && { more: { suspected: [...new Set(reasons)].join(', ') } }),
    };
  });
  // As many of each, or the figure would say how many sessions there happen to be.
  const [hitShare, falseShare] = [share(caught, scripted), share(accused, people)];
  return [
    ...byKind,
    { what: 'people of the log who are suspected', value: falseShare, unit: `% of ${people.length}` },
    {
      what: 'others of the log with agents of people who are suspected',
      value: share(
        others.filter((session) => suspicionOfLogged(session, findNetwork) !== null),
        others,
      ),
      unit: `% of ${others.length}`,
    },
    atLeast('recall of suspected', hitShare, 80, '%'),
    atLeast(
      'precision of suspected, of as many programs as people',
      (100 * hitShare) / (hitShare + falseShare),
      95,
      '%',
    ),
  ];
}

const share = (some: unknown[], all: unknown[]): number => (100 * some.length) / all.length;
