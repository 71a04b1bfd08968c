// What it means when the database does not do what it was asked.

const lost = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  '08001',
  '08000',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])
/** What PostgreSQL calls it, empty where it did not answer. */
export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''
/** The database is away (restarting, killed): the caller is told to try again, nothing was half done. */
export const isConnectionLoss = (error: unknown): boolean =>
  lost.has(codeOf(error)) ||
  // the database's socket is gone; any other file that is missing is no matter of the database
  (codeOf(error) === 'ENOENT' && (error as { syscall?: string }).syscall === 'connect') ||
  (error instanceof Error &&
    /Connection terminated|not queryable|timeout exceeded when trying to connect|the database system is/.test(
      error.message,
    ))

/**
 * It is there and could not do it now: a statement ran out of its time, or the disk, the memory or the connections are
 * used up.
 */
export const isBusy = (error: unknown): boolean => /^(57014|53\w{3})$/.test(codeOf(error))

/** Two transactions stood in each other's way: begun once more it goes through. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))
