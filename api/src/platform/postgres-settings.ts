/** Of a pool of node-postgres whose queries belong to requests. */
export const poolSettings = {
  // A frozen Postgres must not hold requests forever.
  query_timeout: 10_000,
  // Queries issued together are sent together, so one result is parsed while Postgres runs the next query.
  pipeline: true,
  // Our queries take milliseconds; starting parallel workers takes as long.
  options: '-c max_parallel_workers_per_gather=0',
};
