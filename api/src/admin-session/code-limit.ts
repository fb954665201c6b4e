import type { EntityManager } from 'typeorm';

/** With this many wrong codes after a right key in an hour, from all addresses together, somebody is guessing. */
const freeCodes = 10;
/**
 * While somebody is guessing: between two judged codes from networks that the owner hasn't logged in from. With the free
 * ones that makes 19 in 90 seconds; at one in five seconds it would be 28.
 */
const codePauseMs = 10_000;
/** While somebody is guessing: wrong codes in an hour of each network that the owner has logged in from. */
const codesOfKnownNetwork = 5;
const hourMs = 3_600_000;

interface WrongCode {
  network: string | null;
  atMs: number;
}

/**
 * Limits how many codes of the second factor are judged, whatever addresses they come from: six digits give way to a few
 * thousand guesses, and anyone who guesses them already has the key. Read it in the transaction that judges, which holds the
 * lock of logins; it then keeps count for all attempts of that transaction.
 */
export class CodeLimit {
  private constructor(
    private readonly nowMs: number,
    private readonly knownNetworks: Set<string>,
    /** Wrong codes of the last hour, newest first. */
    private readonly wrongCodes: WrongCode[],
  ) {}

  /** Known is a network with a login in 90 days, since the second factor is on: before, the key alone was enough. */
  static async read(tx: EntityManager): Promise<CodeLimit> {
    const [row] = await tx.query<[{ nowMs: number; knownNetworks: string[] }]>(
      `select (extract(epoch from statement_timestamp()) * 1000)::float8 as "nowMs", array(
        select distinct network from security_events
        where kind in ('login', 'second-factor-on') and network is not null
          and occurred_at > statement_timestamp() - interval '90 days'
          and occurred_at >= (select confirmed_at from second_factor)) as "knownNetworks"`,
    );
    const wrongCodes = await tx.query<WrongCode[]>(
      `select network, (extract(epoch from failed_at) * 1000)::float8 as "atMs" from wrong_codes
      where failed_at > to_timestamp($1::float8 / 1000) - interval '1 hour' order by failed_at desc`,
      [row.nowMs],
    );
    return new CodeLimit(row.nowMs, new Set(row.knownNetworks), wrongCodes);
  }

  /** How long until a code from there is judged; 0 for now. */
  waitMs(network: string | null): number {
    if (this.wrongCodes.length < freeCodes) return 0;
    if (network !== null && this.knownNetworks.has(network)) {
      const own = this.wrongCodes.filter((code) => code.network === network);
      const oldest = own[codesOfKnownNetwork - 1];
      return oldest ? oldest.atMs + hourMs - this.nowMs : 0;
    }
    const newest = this.wrongCodes.find(
      (code) => code.network === null || !this.knownNetworks.has(code.network),
    );
    return newest ? Math.max(0, newest.atMs + codePauseMs - this.nowMs) : 0;
  }

  /** Counts a wrong code. Returns whether it's the one from which on codes are limited. */
  async addWrong(tx: EntityManager, network: string | null): Promise<boolean> {
    await tx.query(
      `insert into wrong_codes (network, failed_at) values ($1, to_timestamp($2::float8 / 1000))`,
      [network, this.nowMs],
    );
    this.wrongCodes.unshift({ network, atMs: this.nowMs });
    return this.wrongCodes.length === freeCodes;
  }
}
