// Warns each administrator while backups fail, or none was made, and of records that do not agree with one another.
import { Link } from '@tanstack/react-router'
import { backupWarning, recordsWarning, type backupsOfNetwork } from '../../core/entrance/backups.ts'
import { useAnswer } from '../api/cache.ts'
import { recordLink } from '../record/record-link.ts'

export const BackupWarning = () => {
  const { data } = useAnswer<typeof backupsOfNetwork>({ path: 'backups' })
  const failing = data && backupWarning(data, new Date().toISOString())
  const disagreeing = data && recordsWarning(data)
  return (
    <>
      {failing !== undefined && (
        <div className="band bad other-address" role="alert" aria-label="Backups">
          <span>{failing}</span>
          <Link className="button" {...recordLink('settings', { SettingsId: 1 })}>
            Settings
          </Link>
        </div>
      )}
      {disagreeing !== undefined && (
        <div className="band bad other-address" role="alert" aria-label="Records">
          <span>{disagreeing}</span>
          <Link className="button" to="/summary/$moduleId" params={{ moduleId: 'systemstatus' }}>
            System Status
          </Link>
        </div>
      )}
    </>
  )
}
