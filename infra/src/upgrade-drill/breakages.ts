import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A version that must be taken back. */
export interface Breakage {
  name: string;
  /** Requests fail until it is taken back; nothing else could show what is wrong. */
  isNoticed?: boolean;
  apply: (checkout: string) => void;
}

export const breakages: Breakage[] = [
  {
    name: 'a migration that throws',
    apply: (checkout) => {
      const folder = join(checkout, 'contracts/src/db/migrations');
      const index = join(folder, 'index.ts');
      const name = 'Break9999999999999';
      writeFileSync(
        join(folder, '9999999999999-break.ts'),
        `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${name} implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('create table half_done ()');
    await db.query('select broken_on_purpose()');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}
`,
      );
      writeFileSync(index, `${readFileSync(index, 'utf8')}export * from './9999999999999-break.js';\n`);
    },
  },
  {
    name: 'fails at boot',
    apply: edit('api/src/main.ts', 'const config = loadConfig();', (line) => `${broken('< 600')} ${line}`),
  },
  {
    name: 'ready, and fails visits',
    isNoticed: true,
    apply: edit(
      'api/src/visits/visits.producer.ts',
      'record(visit: VisitEvent): Promise<void> {',
      (line) => `${line} ${broken('> 0')}`,
    ),
  },
  {
    name: 'unhealthy after a minute',
    apply: edit(
      'api/src/health/health.controller.ts',
      'if (!(await this.readiness.isReady()))',
      (line) => `${broken('> 60')} ${line}`,
    ),
  },
];

/** It goes by the age of the process, so that the compiler doesn't know that what follows is never reached. */
const broken = (age: string) => `if (process.uptime() ${age}) throw new Error('broken on purpose');`;

/** Throws where the text isn't there once. */
function edit(name: string, sought: string, change: (found: string) => string): Breakage['apply'] {
  return (checkout) => {
    const file = join(checkout, name);
    const source = readFileSync(file, 'utf8');
    if (source.split(sought).length !== 2) throw new Error(`${name} must hold this once: ${sought}`);
    writeFileSync(file, source.replace(sought, change));
  };
}
