// Warns each administrator while backups fail, or none was made.
import { Link } from '@tanstack/react-router'
import { backupWarning, type BackupState } from '../../core/entrance/backups.ts'
import { useGet } from '../api/cache.ts'
import { recordLink } from '../record/record-link.ts'

export const BackupWarning = () => {
  const { data } = useGet<BackupState>('/api/backups')
  const warning = data && backupWarning(data, new Date().toISOString())
  if (warning === undefined) return null
  return (
    <div className="band bad other-address" role="alert" aria-label="Backups">
      <span>{warning}</span>
      <Link className="button" {...recordLink('settings', { SettingsId: 1 })}>
        Settings
      </Link>
    </div>
  )
}
