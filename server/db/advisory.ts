// The numbers of the advisory locks for a whole database or server, one for each purpose.
export const lockOf = {
  /** One server applies migrations. */
  migrations: 720_471,
  /** One process at a time adds blocks to the audit's chain. */
  seal: 720_472,
  /** One server migrates the tables of the jobs. */
  jobs: 720_473,
  /** One server fills an empty database with the demo network. */
  demo: 720_475,
  /** One server brings a network to the initial rows of the release. */
  beginnings: 720_478,
  /**
   * Shared by the servers that use the embedded database: the server that gets it alone is the last one and stops it.
   */
  inUse: 720_476,
  /** One server makes the roles of the embedded database. */
  preparing: 720_479,
  /** One server fills the embedded database, which has no name yet. */
  filling: 720_477,
  /** One backup at a time. */
  backup: 720_480,
  /** One server sees to the backups that are due. */
  nightly: 720_482,
  /** One restore at a time. */
  restore: 720_481,
} as const
