import type { SiteSettingsAnswer, SiteSettingsBody, TimesAnswer } from '@voordeur/contracts/http';
import { call } from './clients.js';

/** Has the owner choose her own calendar. */
export async function chooseOwnCalendar(baseUrl: string, token: string): Promise<void> {
  const url = `${baseUrl}/api/admin/site`;
  const { settings } = (await (await call(url, token)).json()) as SiteSettingsAnswer;
  const writtenOver = settings.find(({ key }) => key === 'scheduler')?.value;
  const changes: SiteSettingsBody['changes'] = [
    { key: 'scheduler', value: { provider: 'own' }, writtenOver },
  ];
  await call(url, token, 'PUT', { changes });
}

/** The free times of the next month. */
export async function readFreeTimes(baseUrl: string): Promise<string[]> {
  const { days } = (await (await call(`${baseUrl}/api/bookings/times`)).json()) as TimesAnswer;
  return days.flatMap(({ times }) => times);
}
