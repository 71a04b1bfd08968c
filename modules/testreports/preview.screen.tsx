// The report of the selected row next to the list: named by its accession number, so that it is not mistaken for
// another.
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../web/api/api.ts'
import { askWhy, isClosed } from '../../web/dialog/reason.ts'
import { Button } from '../../web/part/button.tsx'
import { PaperFrame } from '../../web/print/paper-frame.tsx'
import { may } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { testreports } from './testreports.model.ts'
import { versionFile } from './version.screen.tsx'

/**
 * Milliseconds that a row stays selected before its report is requested, so that moving down the list requests none.
 */
const stay = 150
const wait = (signal: AbortSignal): Promise<void> =>
  new Promise((done, stop) => {
    const timer = setTimeout(done, stay)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      stop(new Error('Another row is selected'))
    })
  })

/** A row of the list, as far as it is shown here. */
type Row = {
  readonly SaleId?: unknown
  readonly AccessionNo?: unknown
  readonly Patient?: unknown
  readonly State?: unknown
  readonly Version?: unknown
}
export const Preview = ({ row }: { row: Row }) => {
  const session = useSession()
  const [saleId, version] = [Number(row.SaleId), Number(row.Version)]
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', testreports.id, saleId, version],
    queryFn: async ({ signal }) => {
      await wait(signal)
      return versionFile(saleId, version)
    },
    enabled: may(session, testreports.id, 'print'),
    // a version is immutable; only its replacement makes another row of it
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })
  const open = async () => {
    if (await askWhy(saleId)) await refetch()
  }
  const title = `Report ${String(row.AccessionNo ?? '')}`
  return (
    <>
      <header>
        <h2>{title}</h2>
        <span className="hints">
          {[row.Patient, `version ${version}`, row.State].filter((part) => part).join(' · ')}
        </span>
      </header>
      {error ? (
        <p className="band bad" role="alert">
          {messageOf(error)} {isClosed(error) && <Button label="Open with a reason…" onClick={() => void open()} />}
        </p>
      ) : data ? (
        // another report gets another frame, so that the last one is never shown under this title
        <PaperFrame key={`${saleId} ${version}`} title={title} paper={data} />
      ) : (
        <p className="quiet">
          {may(session, testreports.id, 'print') ? 'Preparing the report …' : 'Your role may not print reports.'}
        </p>
      )}
    </>
  )
}
