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

/** Faults of the server that is in use. `untilWhole` resolves once all are there again after a repair. */
export function faultsAt<Primary>(
  findPrimary: () => Promise<Primary>,
  untilWhole: (struck: Primary) => Promise<unknown>,
  faults: {
    name: string;
    harm: (primary: Primary) => unknown;
    repair: (struck: Primary) => unknown;
    stopsWorkers?: boolean;
  }[],
): EngineFault[] {
  return faults.map(({ harm, repair, ...fault }) => {
    let struck: Primary | undefined;
    return {
      ...fault,
      strike: async () => {
        struck = await findPrimary();
        await harm(struck);
      },
      repair: async () => {
        if (struck === undefined) return;
        await repair(struck);
        await untilWhole(struck);
      },
    };
  });
}
