export interface LoginBody {
  /** As typed: never trimmed. */
  secretKey: string;
}

export interface LoginAnswer {
  token: string;
  expiresIn: number;
}

/** Seconds left. */
export interface SessionAnswer {
  expiresIn: number;
}
