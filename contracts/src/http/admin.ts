export interface LoginBody {
  /** As typed: never trimmed. */
  secretKey: string;
  /** The second factor's code, where it's on. */
  code?: string;
}

export interface SessionAnswer {
  /** Seconds left. */
  expiresIn: number;
  /** The site's zone of the IANA database: the admin shows every time in it. */
  timeZone: string;
}

export interface LoginAnswer extends SessionAnswer {
  /** Not for a page that came over TLS: there the browser holds it in a cookie that scripts can't read. */
  token?: string;
}

/** An open session, as the owner sees it among hers. */
export interface OwnerSession {
  id: string;
  /** ISO, UTC */
  openedAt: string;
  expiresAt: string;
  /** `203.0.113.0/24`, `2001:db8:1::/48`; null where it isn't known. */
  network: string | null;
  /** `Firefox, Linux`; null for clients that aren't browsers. */
  browser: string | null;
  /** The one that asks. */
  isOwn: boolean;
}

/** Newest first. */
export interface SessionsAnswer {
  sessions: OwnerSession[];
}

export const securityEventKinds = [
  'login',
  'lockout',
  'codes-guessed',
  'second-factor-on',
  'second-factor-off',
  'key-changed',
  'api-key-created',
  'link-created',
  'mail-changed',
  'webhook-changed',
  'calendar-changed',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** The newest 20 of three months, newest first. */
export interface SecurityEventsAnswer {
  events: ShownSecurityEvent[];
}

export interface ShownSecurityEvent extends Pick<OwnerSession, 'id' | 'network' | 'browser'> {
  kind: SecurityEventKind;
  /** ISO, UTC */
  occurredAt: string;
}

export interface SecondFactorAnswer {
  isOn: boolean;
}

/** For an authenticator app (RFC 6238): typed in, or as an `otpauth:` address in a QR code. */
export interface NewSecondFactorAnswer {
  secret: string;
  address: string;
}

export interface CodeBody {
  /** The six digits that the app shows now. */
  code: string;
}

/** The steps that the example's settings leave to the owner, in a sensible order. */
export const launchSteps = [
  'admin-key',
  'legal-texts',
  'lead-delivery',
  'sender',
  'owner-address',
  'example-content',
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
