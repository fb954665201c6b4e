// Prints what Postgres, Redis and Node are given of a machine's memory, as lines of NAME=value; docs/grow.md has the table.
// None of them changes what a 202 promises.
//   choose-sizes.mjs [MEGABYTES]   without it: of this machine, or of the cgroup that this runs in
import { totalmem } from 'node:os';

const found = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 ** 2;
const memory = Math.floor(Number(process.argv[2] || found));
if (!(memory >= 256)) {
  console.error('MEMORY_MB must be a whole number of megabytes, at least 256.');
  process.exit(1);
}
/** A share of it, at least and at most so much. */
const share = (part, atLeast, atMost) => Math.min(atMost, Math.max(atLeast, Math.floor(memory / part)));

const isSmall = memory < 1536;

const sizes = {
  MEMORY_MB: memory,
  // The machine is shared with four other programs, and what is read again is in the kernel's memory too.
  POSTGRES_SHARED_BUFFERS: `${share(32, 32, 512)}MB`,
  POSTGRES_EFFECTIVE_CACHE_SIZE: `${share(2, 128, 65536)}MB`,
  POSTGRES_WORK_MEM: `${share(256, 4, 16)}MB`,
  POSTGRES_MAINTENANCE_WORK_MEM: `${share(32, 32, 256)}MB`,
  POSTGRES_MAX_CONNECTIONS: share(10, 100, 200),
  // From 70 % of it on the api refuses, so this is the longest queue.
  REDIS_MAXMEMORY: `${share(8, 64, 256)}mb`,
  // For calls that wait for Redis, whose garbage would be copied meanwhile with V8's default of 16 MB; it keeps up to
  // three times as much. On a small machine it collects sooner instead.
  API_V8_FLAG: isSmall ? '--optimize-for-size' : '--max-semi-space-size=32',
  WORKER_V8_FLAG: isSmall ? '--optimize-for-size' : '--max-semi-space-size=16',
  // The bundled databases of places are 73 MB; looking up in the file takes some 15 microseconds in place of 3.
  GEOIP_CACHE_MB: isSmall ? 4 : 1000,
};
for (const [name, value] of Object.entries(sizes)) console.log(`${name}=${value}`);
