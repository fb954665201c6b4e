/** A visitor seen within this time is on the site now. */
export const nowSeconds = 300;

/** Data of each event of `GET /api/admin/analytics/now`. */
export interface PeopleNow {
  /** Everyone who looked at a page or a video in the last five minutes. */
  count: number;
  /** At most 50 of them, those heard of last; the newest arrival first. */
  people: PersonNow[];
}

/** How somebody came (the last time they came from elsewhere today), and their last action. */
export interface PersonNow {
  /** ISO 3166-1 alpha-2, or `ZZ` for "Unknown". */
  country: string;
  /** Null for a direct visit. */
  referrerHost: string | null;
  /** The campaign of the link they followed: its name, else its source, else its medium. */
  campaign: string | null;
  /** Path of their newest page view today; null if only a video was reported. */
  page: string | null;
  /** Set if they looked at a video last. */
  video: { title: string; watchedSeconds: number } | null;
}
