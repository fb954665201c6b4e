import type { NodemailerError } from 'nodemailer';

/** Why a mail was refused: a reply code or an error code, never the server's words, which may hold addresses. */
export interface Failure {
  reason: string;
  /** Retrying would fail the same way. */
  permanent: boolean;
}

/**
 * Only a failure about this recipient or this message is permanent. A refused login, sender or connection is ours or
 * the server's to fix, and must not lose the mail.
 */
export function readSmtpFailure(error: unknown): Failure {
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
