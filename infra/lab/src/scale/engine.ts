/** Servers of which one takes the place of another, started for the drill. */
export interface Engine {
  /** Settings with which the stack uses them. */
  settings: Record<string, string>;
  faults: EngineFault[];
  stop: () => Promise<void>;
}

/** A fault under load, and its repair under load. */
export interface EngineFault {
  name: string;
  strike: () => Promise<void>;
  /** The workers stand still meanwhile, so what is accepted waits in Redis. */
  stopsWorkers?: boolean;
  /** Resolves once all servers are there again, each with its role. */
  repair: () => Promise<void>;
}
