/** What we use of it. Its types come as a package of their own, which the image that compiles this doesn't have. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  export function from(sql: string): Writable & Submittable & { rowCount: number };
  export function to(sql: string): Readable & Submittable;
}
