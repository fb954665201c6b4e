import { textLanguageOf } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import type { EntityManager } from 'typeorm';

/**
 * Records the consent in this key's row on the list, in the transaction that changed that row. Run it before a new
 * signup takes the row over too, so changes by an older version aren't lost. Running it again changes nothing.
 */
export async function noteConsent(tx: EntityManager, key: string): Promise<void> {
  await tx.query(
    `with subscriber as (select s.*, l.consent as sentence, l.imported, l.received_at as signed_up_at,
        case when s.confirmed_at >= s.requested_at then s.confirmed_at end as confirmed
      from subscribers s left join leads l on l.id = s.lead_id where s.email = $1),
    replaced as (delete from consents c using subscriber s
      where c.email = s.email and c.lead_id <> s.lead_id and c.confirmed_at is null and c.withdrawn_at is null),
    ended as (update consents c set withdrawn_at = coalesce(s.unsubscribed_at, s.requested_at) from subscriber s
      where c.email = s.email and c.lead_id <> s.lead_id and c.confirmed_at is not null and c.withdrawn_at is null)
    insert into consents
      (lead_id, email, language, sentence, given_at, confirmed_at, confirmed_by, withdrawn_at)
    select lead_id, email, language, sentence, coalesce(signed_up_at, requested_at), confirmed,
      case when confirmed is null then null when imported then 'import'
        when confirmed > requested_at then 'mail' else 'form' end,
      case state when 'unsubscribed' then unsubscribed_at end
    from subscriber
    on conflict (lead_id) do update set confirmed_at = excluded.confirmed_at,
      confirmed_by = excluded.confirmed_by, withdrawn_at = excluded.withdrawn_at`,
    [key],
  );
}

/**
 * The sentence that a newsletter signup says its form showed, if it's one that this site has shown: a program can send
 * any. Null where it isn't known.
 */
export async function readShownSentence(
  db: EntityManager,
  { kind, signupKind, consent, language }: Pick<AcceptLead, 'kind' | 'signupKind' | 'consent' | 'language'>,
): Promise<string | null> {
  if (kind !== 'newsletter' || consent === undefined) return null;
  const textLanguage = textLanguageOf(language);
  const form = signupKind ?? 'newsletter';
  const edited = await db.query<{ text: string }[]>(
    `select unnest(array[old_value, new_value]) as text from text_edits
    where language = $1 and key = $2`,
    [textLanguage, `${form}.consent`],
  );
  const shown = [messages[textLanguage][form].consent, ...edited.map(({ text }) => text)];
  return shown.some((text) => unquoted(text) === unquoted(consent)) ? consent : null;
}

/** In a message an apostrophe can be doubled, or quote a brace; on the page it's shown once or not at all. */
function unquoted(text: string): string {
  return text.replaceAll("'", '');
}
