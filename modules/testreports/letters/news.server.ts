// Tells the front desks that a report is ready, amended or withdrawn.
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import type { Issuer } from '../../../server/caller.ts'
import type { Tx } from '../../../server/db/db.ts'
import { notifyAll, usersAtEach } from '../../../server/db/notify.ts'
import type { ReportData } from '../print/report.model.ts'

type News = {
  readonly saleId: number
  readonly sellerId: number
  readonly reportNo: string
  readonly version: number
  readonly State: ReportData['State']
}
const newsOf: Partial<Record<News['State'], string>> = { AMENDED: 'Report amended', WITHDRAWN: 'Report withdrawn' }
/** Notifies the front desks of the sellers, except the user who made them. */
export const notifyReady = async (tx: Tx, user: Issuer, versions: readonly News[]): Promise<void> => {
  const desks = await usersAtEach(
    tx,
    versions.map((one) => one.sellerId),
    [role.FrontDesk],
  )
  await notifyAll(
    tx,
    versions.map(({ saleId, sellerId, reportNo, version, State }) => ({
      userIds: (desks.get(sellerId) ?? []).filter((id) => id !== user.UserId),
      news: {
        creater: user.FullName,
        subject: newsOf[State] ?? 'Report ready',
        content: `${reportNo}, version ${version}, ${State.toLowerCase()}`,
        path: recordPath('testreports', { SaleId: saleId }),
      },
    })),
  )
}
