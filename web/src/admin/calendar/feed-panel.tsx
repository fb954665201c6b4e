import { useQuery } from '@tanstack/react-query';
import type { CalendarFeedAnswer } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall } from '../../lib/admin-queries';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { Panel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';
import { calendarPath } from './use-calendar-form';

const feedPath = `${calendarPath}/feed`;

/** The secret address at which the owner's calendar programs find her meetings. */
export function FeedPanel() {
  const text = useText();
  const query = useQuery<CalendarFeedAnswer>({ queryKey: [feedPath], ...readWhenOpened });
  const change = useAdminCall({
    run: (method: 'POST' | 'DELETE') => adminSend<CalendarFeedAnswer>(method, feedPath, {}),
    failed: text('admin.calendar.others.notSaved'),
  });
  const path = query.data?.path ?? null;
  return (
    <Panel span={12} title={text('admin.calendar.others.feed')}>
      <p className="mt-2 max-w-160 text-text-2">{text('admin.calendar.others.feedWhat')}</p>
      <QueryStates
        query={query}
        fetching={text('admin.calendar.fetching')}
        failed={text('admin.calendar.notFetched')}
      />
      {query.data && path === null && (
        <div className="mt-4">
          <Button variant="line" onClick={() => change.mutate('POST')}>
            {text('admin.calendar.others.feedMake')}
          </Button>
        </div>
      )}
      {path !== null && (
        <div className="mt-4 grid max-w-160 gap-2">
          <CopyField
            key={path}
            label={text('admin.calendar.others.feedAddress')}
            value={new URL(path, window.location.origin).href}
          />
          <p className="text-note text-text-3">{text('admin.calendar.others.feedEnded')}</p>
          <div className="flex flex-wrap gap-x-5">
            <button
              type="button"
              className="button-link"
              disabled={change.isPending}
              onClick={() => change.mutate('POST')}
            >
              {text('admin.calendar.others.feedRenew')}
            </button>
            <button
              type="button"
              className="button-link text-text-2"
              disabled={change.isPending}
              onClick={() => change.mutate('DELETE')}
            >
              {text('admin.calendar.others.feedEnd')}
            </button>
          </div>
        </div>
      )}
    </Panel>
  );
}
