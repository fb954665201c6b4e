/** Where `settings` has which period for leads was announced, and from when it holds; `off` without one. */
export const leadRetentionSetting = 'lead_retention';

export interface LeadRetention {
  days: number;
  /** ISO instant: nothing is removed before. */
  from: string;
}

/**
 * The leads that a period is over for at an instant; `$1` is its days, `$2` the instant. A signup stays while its address is on
 * the newsletter's list, because the links in letters name it.
 */
export const expiredLeads = `received_at < $2::timestamptz - make_interval(days => $1) and not (kind = 'newsletter'
  and exists (select from subscribers where subscribers.email = leads.email_key and state = 'confirmed'))`;
