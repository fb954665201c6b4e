import {
  type CalendarBody,
  type CalendarSettings,
  calendarSettingsSchema,
  defaultCalendar,
  findCalendarProblems,
} from '@voordeur/contracts/http';
import { Ajv } from 'ajv';
import type { EntityManager } from 'typeorm';
import { ApiError, invalidField } from '../platform/api-error.js';

const matchesSchema = new Ajv({ allErrors: true, allowUnionTypes: true }).compile<CalendarSettings>(
  calendarSettingsSchema,
);

/** The owner's calendar, or the default one with version 0. */
export async function readCalendar(
  db: Pick<EntityManager, 'query'>,
): Promise<{ settings: CalendarSettings; version: number }> {
  const [row] = await db.query<{ settings: CalendarSettings; version: number }[]>(
    'select settings, version from calendar',
  );
  return row ?? { settings: defaultCalendar, version: 0 };
}

/** Throws `broken-setting` with the fields that won't do, and `calendar-conflict` if another change came first. */
export async function saveCalendar(db: EntityManager, body: unknown): Promise<void> {
  const { settings, version } = parseBody(body);
  const rows = await db.query<unknown[]>(
    `with changed as (
      update calendar set settings = $1, version = version + 1, updated_at = now() where version = $2 returning 1),
    made as (
      insert into calendar (settings, version) select $1::jsonb, 1 where $2 = 0 on conflict do nothing returning 1)
    select 1 from changed union all select 1 from made`,
    [JSON.stringify(settings), version],
  );
  if (rows.length === 0) throw new ApiError('calendar-conflict');
}

function parseBody(body: unknown): CalendarBody {
  const { settings, version } = (body ?? {}) as Partial<Record<keyof CalendarBody, unknown>>;
  if (!isCount(version)) throw invalidField('version', 'must be a whole number');
  if (!matchesSchema(settings)) {
    const details = (matchesSchema.errors ?? []).map(({ instancePath, message = 'is wrong' }) => ({
      field: instancePath.slice(1).replaceAll('/', '.'),
      message,
    }));
    throw new ApiError('broken-setting', { details });
  }
  const details = findCalendarProblems(settings);
  if (details.length > 0) throw new ApiError('broken-setting', { details });
  return { settings, version };
}

/** One that Postgres' `integer` holds. */
function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
}
