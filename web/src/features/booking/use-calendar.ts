import { useEffect, useState } from 'react';
import { site } from '../../config/site';
import { timings } from '../../config/timings';
import { greetScheduler, isFromScheduler } from './scheduler-address';

export interface CalendarState {
  /** It has sent a message, the only proof that a page of another host is there and works. */
  answered: boolean;
  /** It hadn't when the wait was over. It may still answer. */
  late: boolean;
}

/**
 * Waits for the calendar, once it is open. A frame of another host says nothing about itself: it fires `load` for an
 * error page, a refused connection and a page that may not be framed as well.
 */
export function useCalendar(open: boolean): CalendarState {
  const [answered, setAnswered] = useState(false);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(setLate, timings.schedulerAnswerMs, true);
    function hear(message: MessageEvent) {
      if (!isFromScheduler(message.origin, site.scheduler)) return;
      clearTimeout(timer);
      greetScheduler(message, site.scheduler);
      setAnswered(true);
    }
    addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
    };
  }, [open]);
  return { answered, late };
}
