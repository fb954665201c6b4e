import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editOnce } from './edit-once.js';

/** A version that an upgrade must take back. */
export interface BrokenVersion {
  name: string;
  /** Requests fail until it is taken back; nothing else could show what is wrong. */
  isNoticed?: boolean;
  apply: (checkout: string) => void;
}

/** It goes by the age of the process, so that the compiler doesn't know that what follows is never reached. */
const broken = (age: string) => `if (process.uptime() ${age}) throw new Error('broken on purpose');`;

/** A change that puts these words before or after the text. */
const edit =
  (file: string, text: string, before = '', after = '') =>
  (checkout: string) => {
    editOnce(join(checkout, file), text, [before, text, after].join(' '));
  };

export const brokenVersions: BrokenVersion[] = [
  {
    name: 'a migration that throws',
    apply: (checkout) => {
      const folder = join(checkout, 'contracts/src/db/migrations');
      const migration = `export class Break9999999999999 {
  async up(db: { query: (sql: string) => Promise<unknown> }): Promise<void> {
    await db.query('create table half_done ()');
    await db.query('select broken_on_purpose()');
  }
  async down(): Promise<void> {}
}
`;
      writeFileSync(join(folder, '9999999999999-break.ts'), migration);
      appendFileSync(join(folder, 'index.ts'), "export * from './9999999999999-break.js';\n");
    },
  },
  {
    name: 'fails at boot',
    apply: edit('api/src/main.ts', 'const config = loadConfig();', broken('< 600')),
  },
  {
    name: 'ready, and fails visits',
    isNoticed: true,
    apply: edit(
      'api/src/visits/visits.producer.ts',
      'record(visit: VisitEvent): Promise<void> {',
      '',
      broken('> 0'),
    ),
  },
  {
    name: 'unhealthy after a minute',
    apply: edit(
      'api/src/health/health.controller.ts',
      'if (!(await this.readiness.isReady()))',
      broken('> 60'),
    ),
  },
];
