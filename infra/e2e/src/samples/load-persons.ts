/** As many leads, each with an effect and its attempt, and rejected events; in plain SQL. */
export const loadPersons = (count: number) => `
  insert into leads (id, kind, email, client_timestamp, received_at, idea, note)
    select gen_random_uuid(), 'question', 'person.' || n || '@example.org', '', now(), 'What would it cost, ' || n,
      case when n % 10 = 0 then 'Sent by <friend.' || n || '@example.org>' end
    from generate_series(1, ${count}) as numbers (n);
  insert into outbox (id, kind, destination, type, event_id, payload, lead_id, occurred_at, state)
    select gen_random_uuid(), 'webhook', 'question', 'lead.question', id, jsonb_build_object('email', email, 'idea', idea),
      id, now(), 'sent' from leads;
  insert into outbox_attempts (effect_id, number, response_start)
    select id, 1, jsonb_build_object('received', payload->'email') from outbox;
  insert into rejected_events (id, queue, reason, event)
    select gen_random_uuid(), 'signups', 'not a lead', jsonb_build_object('email', 'rejected.' || n || '@example.org')
    from generate_series(1, ${count}) as numbers (n);
  analyze leads, outbox, outbox_attempts, rejected_events;`;
