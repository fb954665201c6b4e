-- The tables before the first release. The worker makes partitions ahead of time.

create extension if not exists pg_trgm;

-- Page views

create table visits (
  id uuid not null,
  occurred_at timestamptz not null,
  stored_at timestamptz not null default now(),
  source text not null,
  page text not null,
  referrer text,
  referrer_host text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  language text,
  visitor bytea,
  country text not null,
  city text,
  ip inet,
  bot_reason text,
  bot_class text,
  bot_name text,
  user_agent text,
  joined_id uuid,
  device text,
  browser text,
  system text,
  suspicion text,
  constraint visits_check check ((bot_reason is null) = (bot_class is null)),
  constraint visits_check1 check ((bot_reason is not null) or (visitor is not null)),
  constraint visits_source_check check (source in ('beacon', 'edge', 'import')),
  primary key (id)
) partition by range (id);
create index visits_people_newest on visits (id) where bot_reason is null;
create index visits_bots_newest on visits (id) where bot_reason is not null;
create index visits_joined on visits (joined_id) where joined_id is not null;
create index visits_of_visitor on visits (visitor, id) where visitor is not null;
create index visits_referrer on visits using gin (referrer gin_trgm_ops) where referrer ~ '@|%40';
create index visits_stored_at on visits using brin (stored_at);

create table sealed_months (
  month date primary key,
  sealed_at timestamptz not null default now()
);

create table day_salts (
  day date primary key,
  salt bytea not null,
  used_at timestamptz not null default now()
);

create table day_visitors (
  day date not null,
  visitor bytea not null,
  primary key (day, visitor)
);

create table recorded_chunks (
  id uuid primary key,
  stored int not null,
  dropped jsonb not null default '{}',
  recorded_at timestamptz not null default now()
);
create index recorded_chunks_recorded_at on recorded_chunks (recorded_at);

create table rejected_events (
  id uuid primary key,
  queue text not null,
  reason text not null,
  event text not null,
  rejected_at timestamptz not null default now()
);
create index rejected_events_event on rejected_events using gin (event gin_trgm_ops) where event like '%@%';
create index rejected_events_rejected_at on rejected_events (rejected_at);

create table drops_by_day (
  day date not null,
  reason text not null,
  events int not null,
  primary key (day, reason)
);

create table erased_visitors (
  visitor bytea primary key,
  day date not null,
  erased_at timestamptz not null
);

-- Sessions

create table sessions (
  visitor uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  entry bigint not null,
  exit bigint not null,
  referrer bigint,
  campaign bigint,
  city bigint,
  client bigint,
  texts_at timestamptz,
  day date not null,
  page_views int not null,
  video_seconds int not null default 0,
  goals int not null default 0,
  hour smallint not null,
  source smallint not null,
  suspicions smallint not null,
  country text not null,
  language text,
  pages_between bigint[],
  primary key (visitor, started_at)
) partition by range (started_at);
create index sessions_started_at on sessions using brin (started_at) with (pages_per_range = 32, autosummarize = on);
create index sessions_watched on sessions (started_at) where video_seconds > 0;

create table names (
  id bigint primary key,
  kind text not null,
  name text not null
);

create table packed_sessions (
  day date primary key,
  version uuid,
  packed text
);
alter table packed_sessions alter packed set storage external;

create table reached_goals (
  lead_id uuid not null,
  goal text not null,
  visitor bytea not null,
  occurred_at timestamptz not null,
  primary key (lead_id, goal)
);
create index reached_goals_of_visitor on reached_goals (visitor);

-- Figures

create table visits_by_hour (
  hour timestamp primary key,
  people int not null,
  bots int not null
);

create table visits_by_day (
  day date primary key,
  people int not null,
  bots int not null
);

create table visitors_by_day (
  day date primary key,
  visitors int not null
);

create table visits_by_day_page (
  day date not null,
  page_key uuid not null,
  page text not null,
  people int not null,
  last_seen_at timestamptz not null,
  primary key (day, page_key)
);

create table visits_by_month_page (
  month date not null,
  page_key uuid not null,
  page text not null,
  people int not null,
  last_seen_at timestamptz not null,
  primary key (month, page_key)
);

create table visits_by_day_country (
  day date not null,
  country text not null,
  people int not null,
  primary key (day, country)
);

create table visits_by_month_country (
  month date not null,
  country text not null,
  people int not null,
  primary key (month, country)
);

create table visits_by_day_referrer (
  day date not null,
  referrer_host text not null,
  people int not null,
  primary key (day, referrer_host)
);

create table visits_by_day_campaign (
  day date not null,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  people int not null,
  primary key (day, utm_source, utm_medium, utm_campaign)
);

create table visits_by_day_bot (
  day date not null,
  bot_class text not null,
  bot_reason text not null,
  bots int not null,
  primary key (day, bot_class, bot_reason)
);

create table verified_days (
  day date primary key,
  fingerprint uuid not null
);

create table imported_days (
  day date primary key,
  people int not null,
  visitors int not null
);

create table imported_pages (
  day date not null,
  page_key uuid not null,
  page text not null,
  people int not null,
  primary key (day, page_key),
  constraint imported_pages_day_fkey foreign key (day) references imported_days on delete cascade
);

create table imported_countries (
  day date not null,
  country text not null,
  people int not null,
  primary key (day, country),
  constraint imported_countries_day_fkey foreign key (day) references imported_days on delete cascade
);

-- Videos

create table video_views (
  view_id uuid not null,
  video_id text not null,
  id uuid not null,
  occurred_at timestamptz not null,
  stored_at timestamptz not null default now(),
  video_title text not null,
  watched_seconds int not null,
  previous_seconds int not null default 0,
  visitor bytea not null,
  country text not null,
  city text,
  ip inet,
  constraint video_views_watched_seconds_check check (watched_seconds > 0),
  primary key (view_id, video_id)
);
create index video_views_newest on video_views (occurred_at);
create index video_views_of_visitor on video_views (visitor);
create index video_views_stored_at on video_views using brin (stored_at);

create table day_viewers (
  day date not null,
  video_id text not null,
  visitor bytea not null,
  primary key (day, video_id, visitor)
);

create table video_views_by_day (
  day date not null,
  video_id text not null,
  video_title text not null,
  views int not null,
  watched_seconds bigint not null,
  reached_10 int not null default 0,
  reached_30 int not null default 0,
  reached_60 int not null default 0,
  reached_120 int not null default 0,
  reached_300 int not null default 0,
  primary key (day, video_id)
);

create table video_views_by_day_second (
  day date not null,
  video_id text not null,
  seconds int not null,
  views int not null,
  primary key (video_id, day, seconds)
);

create table viewers_by_day (
  day date not null,
  video_id text not null,
  viewers int not null,
  primary key (day, video_id)
);

-- Leads and the newsletter

create table leads (
  id uuid primary key,
  kind text not null,
  status text not null default 'new',
  email text,
  phone text,
  idea text,
  language text,
  video_id text,
  watched_seconds int,
  client_timestamp text not null,
  received_at timestamptz not null,
  stored_at timestamptz not null default now(),
  content_digest bytea,
  idempotency_digest bytea,
  verdict text not null default 'accepted',
  verdict_reasons text[] not null default '{}',
  visit_match text not null default 'unknown',
  first_page text,
  referrer text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  note text,
  answered_at timestamptz,
  revision int not null default 0,
  body_digest bytea,
  imported boolean not null default false,
  consent text,
  visit_digest bytea,
  signup_kind text,
  noted_at timestamptz,
  constraint leads_check check ((email is not null) or (phone is not null)),
  constraint leads_signup_kind_check check (signup_kind = 'agents'),
  constraint leads_status_known check (status in ('new', 'answered', 'archived')),
  constraint leads_verdict_check check (verdict in ('accepted', 'quarantined', 'released')),
  constraint leads_visit_match_check check (visit_match in ('certain', 'ambiguous', 'unknown', 'not-counted'))
);
create index leads_address on leads (lower(email), received_at);
create index leads_content on leads (content_digest, received_at);
create index leads_idempotency on leads (idempotency_digest, received_at) where idempotency_digest is not null;
create index leads_note on leads using gin (note gin_trgm_ops) where note like '%@%';
create index leads_of_kind on leads (kind, id);
create index leads_of_status on leads (status, id) where verdict <> 'quarantined';
create index leads_phone on leads
  (coalesce(nullif(regexp_replace(lower(phone), '[\s().+/-]', '', 'g'), ''), phone), received_at) where phone is not null;
create index leads_quarantined on leads (id) where verdict = 'quarantined';
create index leads_received_at on leads (received_at);
create index leads_text on leads using gin (email gin_trgm_ops, phone gin_trgm_ops, idea gin_trgm_ops);
create index leads_to_answer on leads (received_at)
  where status = 'new' and verdict <> 'quarantined' and kind in ('setups', 'question');
create index leads_to_answer_newest on leads (id)
  where status = 'new' and verdict <> 'quarantined' and kind in ('setups', 'question');

create table lead_replies (
  id uuid primary key,
  lead_id uuid not null,
  subject text not null,
  text text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint lead_replies_lead foreign key (lead_id) references leads on delete cascade
);
create index lead_replies_of_lead on lead_replies (lead_id);
create index lead_replies_text on lead_replies using gin (text gin_trgm_ops) where text like '%@%';

create table booking_events (
  id uuid primary key,
  provider text not null,
  booking text not null,
  replaces text,
  status text not null,
  email text not null,
  starts_at timestamptz,
  occurred_at timestamptz not null,
  received_at timestamptz not null
);
create index booking_events_address on booking_events (lower(email), received_at);
create index booking_events_of_booking on booking_events (provider, booking);
create index booking_events_received_at on booking_events (received_at);

create table subscribers (
  email text primary key,
  id uuid not null,
  state text not null,
  language text not null,
  lead_id uuid not null,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  constraint subscribers_state check (state in ('pending', 'confirmed', 'unsubscribed'))
);
create unique index subscribers_id on subscribers (id);
create index subscribers_of_state on subscribers (state, lead_id);

create table suppressions (
  email text primary key,
  id uuid not null,
  suppressed_at timestamptz not null
);

create table consents (
  lead_id uuid primary key,
  email text not null,
  language text not null,
  sentence text,
  given_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by text,
  withdrawn_at timestamptz,
  constraint consents_confirmed_by_check check (confirmed_by in ('mail', 'form', 'import')),
  constraint consents_confirmed_check check ((confirmed_at is null) = (confirmed_by is null))
);
create index consents_email on consents (email);

create table bounces (
  email text primary key,
  bounced_at timestamptz not null,
  status text not null
);

-- Webhooks, mails and other effects

create table outbox (
  id uuid primary key,
  kind text not null,
  destination text not null,
  type text not null,
  event_id uuid not null,
  payload jsonb not null,
  lead_id uuid,
  occurred_at timestamptz not null,
  state text not null default 'waiting',
  due_at timestamptz,
  leased_until timestamptz,
  attempts int not null default 0,
  failures int not null default 0,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  trace text,
  constraint outbox_kind check (kind in ('webhook', 'mail', 'job', 'erasure', 'visitor-request')),
  constraint outbox_state check (state in ('waiting', 'sent', 'dropped', 'failed')),
  constraint outbox_once unique (destination, type, event_id)
);
create index outbox_addresses on outbox
  using gin (((lower((jsonb_path_query_array(payload, 'strict $.**?(@ like_regex "@")'::jsonpath))::text))::jsonb));
create index outbox_created_at on outbox (created_at);
create index outbox_due on outbox (destination, due_at) where state = 'waiting';
create index outbox_failed on outbox (destination, created_at) where state = 'failed';
create index outbox_job_content on outbox ((((payload -> 'claims') ->> 'content'))) where kind = 'job';
create index outbox_job_key on outbox ((((payload -> 'claims') ->> 'key'))) where kind = 'job';
create index outbox_of_destination on outbox (destination, id);
create index outbox_of_lead on outbox (lead_id) where lead_id is not null;

create table outbox_attempts (
  effect_id uuid not null,
  number int not null,
  attempted_at timestamptz not null default now(),
  duration_ms int,
  status_code int,
  error text,
  response_start text,
  primary key (effect_id, number),
  constraint outbox_attempts_effect foreign key (effect_id) references outbox on delete cascade
);
create index outbox_attempts_response on outbox_attempts using gin (response_start gin_trgm_ops) where response_start ~ '@|%40';

create table webhook_endpoints (
  name text primary key,
  configured boolean not null default true,
  off_since timestamptz,
  off_reason text
);

-- Texts

create table texts (
  language text not null,
  key text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  primary key (language, key)
);

create table text_drafts (
  language text not null,
  key text not null,
  value text not null,
  written_over text not null,
  updated_at timestamptz not null default now(),
  primary key (language, key)
);

create table text_edits (
  id uuid primary key,
  language text not null,
  key text not null,
  old_value text not null,
  new_value text not null,
  edited_at timestamptz not null default now()
);
create index text_edits_edited_at on text_edits (edited_at);
create index text_edits_of_text on text_edits (language, key, id);

create table texts_state (
  "only" boolean primary key default true,
  version uuid,
  changed_at timestamptz,
  rendered_version uuid,
  rendered_at timestamptz,
  failure text,
  failed_at timestamptz,
  failures int not null default 0,
  constraint texts_state_only_check check ("only")
);

-- The admin

create table admin_key (
  "only" boolean primary key default true,
  fingerprint bytea not null,
  constraint admin_key_only_check check ("only")
);

create table admin_sessions (
  id uuid primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  network text,
  browser text
);

create table login_failures (
  id bigint generated by default as identity primary key,
  address_key bytea not null,
  failed_at timestamptz not null default now(),
  network_key bytea
);
create index login_failures_newest on login_failures (failed_at);
create index login_failures_of_address on login_failures (address_key, failed_at);
create index login_failures_of_network on login_failures (network_key, failed_at) where network_key is not null;

create table second_factor (
  "only" boolean primary key default true,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  constraint second_factor_only_check check ("only")
);

create table security_events (
  id uuid primary key,
  kind text not null,
  occurred_at timestamptz not null default now(),
  network text,
  browser text,
  reported boolean not null default false
);
create index security_events_newest on security_events (occurred_at);

create table api_keys (
  id uuid primary key,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz
);
create unique index api_keys_token on api_keys (token_hash);

create table shared_links (
  id uuid primary key,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz not null,
  query text not null,
  password_hash bytea
);
create unique index shared_links_token on shared_links (token_hash);

-- The installation

create table settings (
  name text primary key,
  value text not null
);

create table backup_state (
  "only" boolean primary key default true,
  succeeded_at timestamptz not null,
  constraint backup_state_only_check check ("only")
);

-- Functions, which the worker calls with the rights of the tables' owner

create function make_visits_partition(month date, first_id uuid, end_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    execute format('create table if not exists %I partition of visits for values from (%L) to (%L)',
      'visits_' || to_char(month, 'YYYY_MM'), first_id, end_id);
    execute format('create table if not exists %I partition of sessions for values from (%L) to (%L)
        with (autovacuum_vacuum_scale_factor = 0.05, parallel_workers = 0)',
      'sessions_' || to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC',
      (month + interval '1 month')::timestamp at time zone 'UTC');
  end $$;

create function remove_expired_sessions() returns void
  language sql security definer set search_path = public, pg_temp
  as $$delete from admin_sessions where expires_at < now()$$;

create function seal_visits_month(sealed date, raw_days int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    partition text := 'visits_' || to_char(sealed, 'YYYY_MM');
    is_old boolean;
  begin
    execute format('lock table %I in access exclusive mode', partition);
    execute format('select max(stored_at) < now() - make_interval(days => $1) from %I', partition)
      into is_old using raw_days;
    if is_old is not true then
      return false;
    end if;
    insert into sealed_months (month) values (sealed);
    execute format('drop table %I', partition);
    execute format('drop table if exists %I', 'sessions_' || to_char(sealed, 'YYYY_MM'));
    update packed_sessions set version = null, packed = null
      where day between sealed - 1 and (sealed + interval '1 month')::date;
    return true;
  end $$;

revoke all on function make_visits_partition, remove_expired_sessions, seal_visits_month from public;

create function unpack_sessions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtext('voordeur/packed-sessions'), day - date '2000-01-01')
          from (select distinct day from changed order by day) as days;
        update packed_sessions set version = null, packed = null
          where packed is not null and day in (select day from changed);
        insert into packed_sessions (day) select distinct day from changed order by day on conflict do nothing;
        return null;
      end $$;

create trigger sessions_delete after delete on sessions
  referencing old table as changed for each statement execute function unpack_sessions();
create trigger sessions_insert after insert on sessions
  referencing new table as changed for each statement execute function unpack_sessions();
create trigger sessions_update after update on sessions
  referencing new table as changed for each statement execute function unpack_sessions();
