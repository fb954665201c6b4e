import type {
  MyVisitErased,
  MyVisitShown,
  StoredGoal,
  StoredPageView,
  StoredVideoView,
  MyVisitAction,
  MyVisitReceipt,
} from '@voordeur/contracts/http';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useLanguageName, useText } from '../../i18n/use-text';
import { readLeftOut } from '../../lib/counting';
import { formatWatchTime } from '../../lib/format';
import { postJson, throwUnlessOk, withTimeLimit } from '../../lib/http';
import { useScrollStop } from '../../lib/use-scroll-stop';
import { Button } from '../../ui/button';

type Outcome =
  | { is: 'shown'; visit: MyVisitShown }
  | { is: 'erased'; at: Date; receipt: MyVisitErased['erased'] }
  | { is: 'failed' | 'late' };

/** Shows and erases today's data of this visit on a press. Asks for nothing before one. */
export function MyVisit() {
  const text = useText();
  const [asking, setAsking] = useState<'show' | 'erase'>();
  const [outcome, setOutcome] = useState<Outcome>();
  const result = useRef<HTMLDivElement>(null);

  // The button that was pressed to erase is gone by then.
  const isErased = outcome?.is === 'erased';
  useEffect(() => {
    if (isErased) result.current?.focus();
  }, [isErased]);

  async function ask(action: 'show' | 'erase') {
    setAsking(action);
    try {
      if (action === 'show') setOutcome({ is: 'shown', visit: await askMyVisit('show') });
      else setOutcome({ is: 'erased', at: new Date(), receipt: (await askMyVisit('erase')).erased });
    } catch (error) {
      setOutcome({ is: action === 'erase' && error instanceof NotAnswered ? 'late' : 'failed' });
    }
    setAsking(undefined);
  }

  return (
    <div className="mt-4 grid justify-items-start gap-5">
      <Button
        variant="line"
        disabled={asking === 'erase'}
        busyLabel={asking === 'show' ? text('privacy.looking') : undefined}
        onClick={() => void ask('show')}
      >
        {text('privacy.visitShow')}
      </Button>
      <div ref={result} role="status" tabIndex={-1} className="grid w-full gap-5 empty:hidden">
        {outcome?.is === 'shown' && <Shown visit={outcome.visit} />}
        {outcome?.is === 'erased' && <Receipt {...outcome} />}
        {outcome?.is === 'failed' && <p>{text('privacy.visitFailed')}</p>}
        {outcome?.is === 'late' && <p>{text('privacy.visitLate')}</p>}
      </div>
      {outcome?.is === 'shown' && countOf(outcome.visit) > 0 && (
        <Button
          disabled={asking === 'show'}
          busyLabel={asking === 'erase' ? text('privacy.visitErasing') : undefined}
          onClick={() => void ask('erase')}
        >
          {text('privacy.visitErase')}
        </Button>
      )}
    </div>
  );
}

const countOf = ({ pageViewCount, videoViewCount, goalCount = 0 }: MyVisitShown) =>
  pageViewCount + videoViewCount + goalCount;

function Shown({ visit }: { visit: MyVisitShown }) {
  const text = useText();
  const scrollStop = useScrollStop<HTMLOListElement>();
  const {
    pageViews,
    pageViewCount,
    videoViews,
    videoViewCount,
    goals = [],
    goalCount = 0,
    isProgram,
  } = visit;
  const shown = pageViews.length + videoViews.length + goals.length;
  if (isProgram) return <p>{text('privacy.visitProgram')}</p>;
  if (shown === 0) return <p>{text('privacy.visitNone')}</p>;
  return (
    <>
      <p>
        {text('privacy.visitCount', { pages: pageViewCount, videos: videoViewCount, goals: goalCount })}{' '}
        {shown < countOf(visit) && text('privacy.visitMore', { count: shown })}
      </p>
      <ol
        {...scrollStop}
        aria-label={text('privacy.visitTitle')}
        className="card grid max-h-108 gap-4 overflow-auto"
      >
        {[...pageViews, ...videoViews, ...goals]
          .sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1))
          .map((view, index) => (
            // Rows have no name of their own, and two may be equal.
            <Row key={index} occurredAt={view.occurredAt}>
              {'goal' in view ? <Goal {...view} /> : <View view={view} />}
            </Row>
          ))}
      </ol>
    </>
  );
}

function Row({ occurredAt, children }: { occurredAt: string; children: ReactNode }) {
  const { formatTime } = useIntl();
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <time dateTime={occurredAt} className="text-text-2 tabular-nums">
        {formatTime(occurredAt, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
      </time>
      <span className="wrap-anywhere">{children}</span>
    </li>
  );
}

/** Videos watched for long are among the videos. */
function Goal({ goal }: StoredGoal) {
  const text = useText();
  if (goal === 'calendar-opened') return text('privacy.visitCalendar');
  if (goal === 'form-opened') return text('privacy.visitForm');
  if (goal === 'newsletter-confirmed') return text('privacy.visitConfirmed');
  if (goal === 'booked') return text('privacy.visitBooked');
  return text('privacy.visitSent');
}

function View({ view }: { view: StoredPageView | StoredVideoView }) {
  const text = useText();
  const { formatDisplayName } = useIntl();
  const languageNameOf = useLanguageName();
  const country = view.country === 'ZZ' ? '' : formatDisplayName(view.country, { type: 'region' });
  const place = [view.city, country].filter(Boolean).join(', ');
  const facts = [
    ...('title' in view
      ? [text('privacy.visitWatched', { length: formatWatchTime(view.watchedSeconds) })]
      : [
          view.referrer && text('privacy.visitFrom', { referrer: view.referrer }),
          view.language && languageNameOf(view.language),
          view.device && text('privacy.visitDevice', { device: view.device }),
          [view.browser, view.system].filter(Boolean).join(', '),
          view.suspicion && text('privacy.visitSuspected'),
        ]),
    place || text('privacy.visitNoPlace'),
    view.address,
  ];
  return (
    <>
      {'title' in view ? view.title : view.page}
      <span className="block text-small text-text-2">{facts.filter(Boolean).join(' · ')}</span>
    </>
  );
}

function Receipt({ at, receipt }: { at: Date; receipt: MyVisitErased['erased'] }) {
  const text = useText();
  const { formatTime } = useIntl();
  const { pageViews, videoViews, leads, goals = 0 } = receipt;
  if (pageViews + videoViews + goals === 0) return <p>{text('privacy.visitNone')}</p>;
  return (
    <div className="card grid gap-2">
      <p>
        {text('privacy.visitErased', {
          time: formatTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
          pages: pageViews,
          videos: videoViews,
          goals,
        })}
      </p>
      {leads > 0 && <p className="text-text-2">{text('privacy.visitLeads')}</p>}
      {readLeftOut() === null && <p className="text-text-2">{text('privacy.visitAgain')}</p>}
    </div>
  );
}

const firstLookMs = 150;
const lookEveryMs = 1_000;
const giveUpMs = 20_000;

interface Answers {
  show: MyVisitShown;
  erase: MyVisitErased;
}

/** It was accepted and will be done; only its answer didn't come in time. */
class NotAnswered extends Error {
  override name = 'NotAnswered';
}

/** Asks for it and waits for the answer. Throws NotAnswered from the receipt on, and before it whatever postJson does. */
async function askMyVisit<Action extends MyVisitAction>(action: Action): Promise<Answers[Action]> {
  const accepted = await postJson('/api/my-visit', { action });
  try {
    const { receipt } = (await accepted.json()) as MyVisitReceipt;
    const endsAt = performance.now() + giveUpMs;
    for (let waitMs = firstLookMs; performance.now() < endsAt; waitMs = Math.min(2 * waitMs, lookEveryMs)) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const path = `/api/my-visit?receipt=${receipt}`;
      const response = await throwUnlessOk(await fetch(path, { signal: withTimeLimit() }));
      if (response.status === 200) return (await response.json()) as Answers[Action];
    }
  } catch (cause) {
    throw new NotAnswered('the answer got lost', { cause });
  }
  throw new NotAnswered('no answer in time');
}
