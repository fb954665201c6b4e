/** Job names on the `maintenance` queue; each is a scheduler of its own, in the site's time zone. */
export const maintenanceJobs = {
  makePartitions: 'make-partitions',
  reconcileRollups: 'reconcile-rollups',
  applyRetention: 'apply-retention',
  planWeeklyLetter: 'plan-weekly-letter',
} as const;
export type MaintenanceJobName = (typeof maintenanceJobs)[keyof typeof maintenanceJobs];
