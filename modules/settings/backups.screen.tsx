// How the backups are, beside the settings: the last one, the last trial restore, and what is wrong.
import { backupLines, backupWarning, recordsWarning, type backupsOfNetwork } from '../../core/entrance/backups.ts'
import { useAnswer } from '../../web/api/cache.ts'

export const Backups = () => {
  const { data } = useAnswer<typeof backupsOfNetwork>({ path: 'backups' })
  if (data === undefined) return null
  const warnings = [backupWarning(data, new Date().toISOString()), recordsWarning(data)]
  return (
    <section className="card" aria-label="Backups">
      <h2>Backups</h2>
      {warnings
        .filter((warning) => warning !== undefined)
        .map((warning) => (
          <p className="band bad" role="alert" key={warning}>
            {warning}
          </p>
        ))}
      {backupLines(data).map((line) => (
        <p className="quiet" key={line}>
          {line}
        </p>
      ))}
      <a href="/guide/administrator#backup">Guide: backup and restore</a>
    </section>
  )
}
