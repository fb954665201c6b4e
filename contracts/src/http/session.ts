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
