import type { NodemailerError } from 'nodemailer';

/** Why a mail was not taken: `reason` is a reply code or an error code, never a server's words (they may hold addresses). */
export interface Failure {
  reason: string;
  /** Trying the same again is vain. */
  permanent: boolean;
}

/**
 * Only what is about this recipient or this message is permanent. A refused login, sender or connection is
 * ours or the server's to mend, and no mail shall be lost by it.
 */
export function tellFailure(error: unknown): Failure {
  const { code, command, responseCode } = error as Partial<NodemailerError>;
  const ofThisMail = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE';
  const refusedByServer = ofThisMail && responseCode !== undefined && responseCode >= 500;
  // Refused before a word was sent: an address that cannot be put into a command.
  const refusedByUs = code === 'EENVELOPE' && command === 'API';
  return {
    reason: responseCode === undefined ? (code ?? 'unknown') : String(responseCode),
    permanent: refusedByServer || refusedByUs,
  };
}
