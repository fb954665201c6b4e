/** How one version takes another's place, on one kind of stack. Until `commit` the old processes run on beside the new. */
export interface Roll {
  /** Takes back what an upgrade that was killed has left. */
  clear: () => Promise<void>;
  backUp: () => Promise<void>;
  migrate: () => Promise<void>;
  /** The new version beside the old one, ready, with its pages rendered. */
  start: () => Promise<void>;
  /** From now on visitors meet the new version alone. */
  show: () => Promise<void>;
  /** What is wrong with the new version at this moment; null if nothing is. */
  findFault: () => Promise<string | null>;
  /** Visitors meet the old version again, and the new one ends. */
  takeBack: () => Promise<void>;
  /** The old version ends. */
  commit: () => Promise<void>;
  /** The command that shows why the new version failed. */
  logs: string;
}
