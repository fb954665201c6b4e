/* Modules for `node --eval` in a container; each prints JSON. */

/** Postgres' answer to each statement: `ok` or an SQLSTATE; the transaction is rolled back. */
export const askPostgres = (statements: string[]) => `
  import pg from 'pg';
  const answers = [];
  for (const sql of ${JSON.stringify(statements)}) {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    await client.query('begin');
    answers.push(await client.query(sql).then(() => 'ok', ({ code }) => code));
    await client.end();
  }
  console.log(JSON.stringify(answers));`;

/** The first word of what Redis says to each command. */
export const askRedis = (commands: string[][], address = 'process.env.REDIS_URL') => `
  import { Redis } from 'ioredis';
  const redis = new Redis(${address}, { maxRetriesPerRequest: 1, enableReadyCheck: false });
  redis.on('error', () => undefined);
  const answers = [];
  for (const [command, ...args] of ${JSON.stringify(commands)})
    answers.push(await redis.call(command, ...args).then(() => 'ok', ({ message }) => message.split(' ')[0]));
  console.log(JSON.stringify(answers));
  redis.disconnect();`;

/** A code of the authenticator app, `steps` half minutes from now. */
export const codeOf = (address: string, steps: number) => `
  import { URI } from 'otpauth';
  const app = URI.parse(${JSON.stringify(address)});
  console.log(JSON.stringify(app.generate({ timestamp: Date.now() + ${steps * 30_000} })));`;
