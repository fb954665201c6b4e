export interface LoginBody {
  /** As typed: never trimmed. */
  secretKey: string;
}

export interface SessionAnswer {
  /** Seconds left. */
  expiresIn: number;
  /** The site's zone of the IANA database: the admin shows every time in it. */
  timeZone: string;
}

export interface LoginAnswer extends SessionAnswer {
  token: string;
}

/** The steps that the example's settings leave to the owner, in a sensible order. */
export const launchSteps = [
  'legal-texts',
  'lead-delivery',
  'sender',
  'owner-address',
  'calendar',
  'public-address',
] as const;
export type LaunchStep = (typeof launchSteps)[number];

/** `GET /api/admin/launch-checklist`: the steps that are left. */
export interface LaunchChecklistAnswer {
  open: LaunchStep[];
}

/** A file in the site's server build: the paths, as a JSON list, of the documents that are still example templates. */
export const templatesFile = 'templates.json';

/**
 * How long a browser may cache a file without revalidating it, in seconds. nginx sends these (`map $uri $max_age` in
 * nginx.conf; a test compares them), and the admin shows them.
 */
export const cacheAges = {
  /** Pictures, clips, sound, fonts. */
  mediaSeconds: 604_800,
  /** JavaScript and CSS. */
  codeSeconds: 86_400,
  otherSeconds: 3_600,
} as const;
