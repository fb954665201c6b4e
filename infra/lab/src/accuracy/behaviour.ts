import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FindNetwork, judgeSession, judgeVisit } from '@voordeur/worker';
import { atLeast, type Row } from '../measuring/figures.js';
import { type LoggedSession, readLoggedSessions } from './logged-sessions.js';
import { share } from './measure.js';
import type { StoredSession } from './scripted-browsers.js';

/** Sessions of people in the folder's access log; none where it has no log. */
export function readPeople(folder: string): LoggedSession[] {
  const name = readdirSync(folder).find((file) => /^access-log.*\.gz$/.test(file));
  return name === undefined ? [] : readLoggedSessions(join(folder, name));
}

/**
 * Precision of suspicions: of programs, whose sessions were made for this, and of people, who are those of the log
 * whose browsers drew the pages. The others of the log have no label, so they're counted but not judged.
 */
export function measureBehaviour(
  scripted: StoredSession[],
  logged: LoggedSession[],
  findNetwork: FindNetwork,
): Row[] {
  const judged = scripted.map(({ kind, views }) => ({
    kind,
    reason: views.find(({ suspicion }) => suspicion !== null)?.suspicion ?? judgeSession(views),
  }));
  const isSuspected = ({ address, views }: LoggedSession) =>
    (judgeVisit({ isDriven: false, network: findNetwork(address) }) ?? judgeSession(views)) !== null;
  const people = logged.filter(({ drewPages }) => drewPages);
  const others = logged.filter(({ drewPages }) => !drewPages);
  const byKind = [...new Set(judged.map(({ kind }) => kind))].map((kind): Row => {
    const ofKind = judged.filter((session) => session.kind === kind);
    const reasons = ofKind.flatMap(({ reason }) => reason ?? []);
    const suspected = [...new Set(reasons)].join(', ') || 'no';
    return { what: kind, value: reasons.length, unit: `of ${ofKind.length}`, more: { suspected } };
  });
  // Shares, or precision would say how many sessions there happen to be of each.
  const hits = share(judged, ({ reason }) => reason !== null);
  const falseHits = share(people, isSuspected);
  const precision = (100 * hits) / (hits + falseHits);
  return [
    ...byKind,
    { what: 'people of the log who are suspected', value: falseHits, unit: `% of ${people.length}` },
    {
      what: 'others of the log with agents of people who are suspected',
      value: share(others, isSuspected),
      unit: `% of ${others.length}`,
    },
    atLeast('recall of suspected', hits, 80, '%'),
    atLeast('precision of suspected, of as many programs as people', precision, 95, '%'),
  ];
}
