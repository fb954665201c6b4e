import { expect, it } from 'vitest';
import { isFromScheduler, schedulerAddress } from './calendar-host';

const calendly = { provider: 'calendly', address: 'https://calendly.com/me/30min?month=1' } as const;
const cal = { provider: 'cal', address: 'https://cal.com/me/30min' } as const;

it('tells the calendar where it is framed', () => {
  expect(schedulerAddress(calendly, 'site.example')).toBe(
    'https://calendly.com/me/30min?month=1&embed_domain=site.example&embed_type=Inline&hide_gdpr_banner=1',
  );
  expect(schedulerAddress(cal, 'site.example')).toBe('https://cal.com/me/30min?embed=voordeur&theme=dark');
});

it('hears the calendar and nobody else', () => {
  expect(isFromScheduler('https://calendly.com', calendly)).toBe(true);
  expect(isFromScheduler('https://calendly.com.evil.example', calendly)).toBe(false);
  expect(isFromScheduler('https://app.cal.com', cal)).toBe(true);
  expect(isFromScheduler('https://app.calendly.com', calendly)).toBe(false);
});
