/**
 * Login roles of a Postgres that we start. The superuser `voordeur`, which every cluster needs, makes the roles, backs
 * up and restores, and nothing that listens to anyone knows its password. Migrations run as `owner`, which nobody can
 * log in as.
 */
export const roles = {
  owner: 'voordeur_owner',
  api: 'voordeur_api',
  worker: 'voordeur_worker',
  /** For Prometheus' exporter: Postgres' own figures, no tables. */
  monitor: 'voordeur_monitor',
} as const;

type Program = 'api' | 'worker';
/** Reads, adds, writes (changes), deletes; the letters are those of psql's \dp. */
type Rights = Partial<Record<Program, string>>;

const figures: Rights = { api: 'r', worker: 'rawd' };

/**
 * The rights of each program on each table; unlisted tables are the owner's alone. During an upgrade the previous
 * version still runs, so a right goes one version after the last code that needs it.
 */
export const rights: Record<string, Rights> = {
  admin_key: { api: 'raw' },
  admin_sessions: { api: 'rad' },
  api_keys: { api: 'rawd' },
  backup_state: { api: 'r' },
  booking_events: { api: 'r', worker: 'rad' },
  bounces: { api: 'r', worker: 'rawd' },
  busy_times: { api: 'r', worker: 'rad' },
  calendar: { api: 'raw', worker: 'r' },
  calendar_sources: { api: 'rawd', worker: 'rw' },
  changed_days: { api: 'ra', worker: 'rad' },
  consents: { api: 'r', worker: 'rawd' },
  day_salts: { worker: 'rawd' },
  days: figures,
  day_viewers: { worker: 'rawd' },
  day_visitors: { worker: 'rawd' },
  drops_by_day: { worker: 'raw' },
  erased_bookings: { worker: 'ra' },
  erased_visitors: { worker: 'rawd' },
  imported_countries: figures,
  imported_days: figures,
  imported_pages: figures,
  lead_replies: { api: 'ra', worker: 'rawd' },
  leads: { api: 'rw', worker: 'rawd' },
  login_failures: { api: 'rad', worker: 'rd' },
  mail_account: { api: 'rawd', worker: 'r' },
  media: { api: 'raw', worker: 'rwd' },
  media_parts: { api: 'ra', worker: 'rawd' },
  meetings: { api: 'rawd', worker: 'rwd' },
  migrations: { api: 'r', worker: 'r' },
  names: { api: 'r', worker: 'rawd' },
  outbox: { api: 'raw', worker: 'rawd' },
  outbox_attempts: { api: 'r', worker: 'rawd' },
  packed_sessions: figures,
  push_key: { api: 'r', worker: 'raw' },
  push_settings: { api: 'raw', worker: 'r' },
  push_subscriptions: { api: 'rawd', worker: 'rwd' },
  reached_goals: { api: 'r', worker: 'rawd' },
  recorded_chunks: { worker: 'rad' },
  rejected_events: { api: 'r', worker: 'rawd' },
  sealed_months: { worker: 'r' },
  second_factor: { api: 'rawd' },
  security_events: { api: 'ra', worker: 'rwd' },
  sessions: figures,
  sessions_by_day: figures,
  settings: { api: 'r', worker: 'raw' },
  shared_links: { api: 'rawd' },
  site_edits: { api: 'ra', worker: 'r' },
  site_settings: { api: 'rawd', worker: 'r' },
  subscribers: { api: 'r', worker: 'rawd' },
  suppressions: { api: 'r', worker: 'rawd' },
  text_drafts: { api: 'rawd' },
  text_edits: { api: 'ra', worker: 'r' },
  texts: { api: 'rawd', worker: 'r' },
  texts_state: { api: 'raw', worker: 'raw' },
  values_by_day: figures,
  values_by_month: figures,
  verified_days: { worker: 'rawd' },
  video_views: { api: 'r', worker: 'rawd' },
  video_views_by_day: figures,
  video_views_by_day_second: figures,
  videos_by_day: figures,
  viewers_by_day: figures,
  visitors_by_day: figures,
  visits: { api: 'r', worker: 'rawd' },
  visits_by_day: figures,
  visits_by_day_bot: figures,
  visits_by_day_campaign: figures,
  visits_by_day_country: figures,
  visits_by_day_page: figures,
  visits_by_day_referrer: figures,
  visits_by_hour: figures,
  visits_by_month_country: figures,
  visits_by_month_page: figures,
  webhook_endpoints: { api: 'raw', worker: 'raw' },
  webhook_keys: { api: 'rawd', worker: 'r' },
  wrong_codes: { api: 'rad', worker: 'rd' },
};

const workersFunctions = ['make_visits_partition', 'seal_visits_month', 'remove_expired_sessions'];
const privileges: Record<string, string> = { r: 'select', a: 'insert', w: 'update', d: 'delete' };
const all = Object.values(roles);
const others = [roles.api, roles.worker, roles.monitor];

/** Makes the roles, in a transaction of a superuser; those that can log in get these passwords. Again it changes nothing else. */
export function rolesSql(passwords: Record<Program | 'monitor', string>): string[] {
  return [
    // Two at once would both find a role missing. A failed statement would appear in Postgres' log, password and all.
    `select pg_advisory_xact_lock(hashtext('voordeur/roles')), set_config('log_min_error_statement', 'panic', true)`,
    ...all.map(
      (role) => `do $$ begin
        if to_regrole('${role}') is null then create role ${role}; end if; end $$`,
    ),
    ...(['api', 'worker', 'monitor'] as const).map(
      (name) =>
        `alter role ${roles[name]} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
          password '${passwords[name].replaceAll("'", "''")}'`,
    ),
    `grant pg_monitor to ${roles.monitor}`,
  ];
}

/**
 * Finds objects the owner doesn't own yet: one ALTER statement per row. Each waits for the transactions on its table,
 * and only ever on one, so none can lock out another.
 */
export const ownershipSql = `
  select format('alter database %I owner to ${roles.owner}', datname) as sql from pg_database
    where datname = current_database() and datdba <> '${roles.owner}'::regrole
  union all
  select format('alter %s %s owner to ${roles.owner}',
      case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, oid::regclass)
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
      and relowner <> '${roles.owner}'::regrole
      -- Objects of an extension stay with it, and a column's sequence goes with its table.
      and not exists (select from pg_depend where objid = pg_class.oid and classid = 'pg_class'::regclass
        and deptype in ('e', 'a', 'i') and (deptype = 'e' or relkind = 'S'))
  union all
  select format('alter routine %s owner to ${roles.owner}', oid::regprocedure)
    from pg_proc where pronamespace = 'public'::regnamespace and proowner <> '${roles.owner}'::regrole
      and not exists (select from pg_depend where objid = pg_proc.oid and classid = 'pg_proc'::regclass and deptype = 'e')`;

/** Gives each role exactly its rights in a migrated database, in a transaction of its owner. */
export function rightsSql(database: string): string[] {
  const name = `"${database.replaceAll('"', '""')}"`;
  const grants = (['api', 'worker'] as const).flatMap((program) =>
    Object.entries(rights).flatMap(([table, { [program]: letters = '' }]) =>
      letters === ''
        ? []
        : [
            `grant ${letters
              .split('')
              .map((one) => privileges[one])
              .join(', ')} on ${table} to ${roles[program]}`,
          ],
    ),
  );
  return [
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${others.join(', ')}`,
    `revoke all on schema public from public`,
    `grant usage on schema public to ${roles.api}, ${roles.worker}`,
    `revoke all on all tables in schema public from ${others.join(', ')}`,
    ...grants,
    ...workersFunctions.map((one) => `grant execute on function ${one} to ${roles.worker}`),
  ];
}
