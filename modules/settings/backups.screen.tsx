// How the backups are, beside the settings: the last one, the last trial restore, and what is wrong.
import { backupLines, backupWarning, type BackupState } from '../../core/entrance/backups.ts'
import { useGet } from '../../web/api/cache.ts'

export const Backups = () => {
  const { data } = useGet<BackupState>('/api/backups')
  if (data === undefined) return null
  const warning = backupWarning(data, new Date().toISOString())
  return (
    <section className="card" aria-label="Backups">
      <h2>Backups</h2>
      {warning !== undefined && (
        <p className="band bad" role="alert">
          {warning}
        </p>
      )}
      {backupLines(data).map((line) => (
        <p className="quiet" key={line}>
          {line}
        </p>
      ))}
      <a href="/guide/administrator#backup">Guide: backup and restore</a>
    </section>
  )
}
