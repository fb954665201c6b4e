import { useEffect, useState } from 'react';
import { site } from '../../config/site';
import { timings } from '../../config/timings';
import { greetScheduler, isFromScheduler } from './scheduler-address';

export interface CalendarState {
  /** It has sent a message, the only proof that another host's page loaded and works. */
  answered: boolean;
  /** It hasn't answered in time. It still may. */
  late: boolean;
}

/**
 * Waits for the calendar, once it's open. Another host's frame tells us nothing: it also fires `load` for an error
 * page, a refused connection and a page that may not be framed.
 */
export function useCalendar(open: boolean): CalendarState {
  const [answered, setAnswered] = useState(false);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(setLate, timings.schedulerAnswerMs, true);
    function onMessage(message: MessageEvent) {
      if (!isFromScheduler(message.origin, site.scheduler)) return;
      clearTimeout(timer);
      greetScheduler(message, site.scheduler);
      setAnswered(true);
    }
    addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
    };
  }, [open]);
  return { answered, late };
}
